"""People: accounts, how one signs in, who visits, what they have played."""
