"""The pages of one person, rendered from templates: a server and a browser show the same."""
