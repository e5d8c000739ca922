"""The values of each chapter, a module a chapter; ``softlookup.book`` makes one book of them all."""
