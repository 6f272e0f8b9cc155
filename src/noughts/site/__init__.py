"""The page without a server: static files of a site whose pages ask Python in the browser."""
