"""Try good squares first: the centre, then the corners, then the edges."""

ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)
