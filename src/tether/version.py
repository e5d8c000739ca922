"""The version of the package, where it can be read without looking into the environment."""

VERSION = "0.1.0"
"""The same as in ``pyproject.toml``; a test holds them together."""
