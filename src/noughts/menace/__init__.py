"""MENACE: the machine of matchboxes that learns the game (D. Michie, 1961 and 1963)."""
