"""Tables: opened, played at, watched; with clocks, bots, orders and talk."""
