"""The verdict: it holds a book's numbers, claims and outputs against the code that makes them."""
