"""Many games among bots, and what they tell."""
