"""The office of administrators, and what they announce."""
