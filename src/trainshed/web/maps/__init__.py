"""Maps that people draw: the shelf, the editor, and whether they are fair."""
