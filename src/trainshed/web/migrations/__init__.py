"""How the database came to be as it is, one step after another."""
