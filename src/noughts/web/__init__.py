"""The web server: pages, API and store around the same games."""
