"""What every surface is told: positions, games and lessons as pages and programs see them."""
