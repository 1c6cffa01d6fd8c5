"""Several processes on one site: who starts them, and how they tell one another."""
