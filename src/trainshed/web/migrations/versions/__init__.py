"""The steps, each with the one it follows."""
