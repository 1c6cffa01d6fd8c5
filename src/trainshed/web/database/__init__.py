"""What is kept: the store, how it is laid out, and whole games that come and go."""
