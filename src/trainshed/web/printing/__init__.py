"""What is shown: the page of a table as values, and how it is printed in parts."""
