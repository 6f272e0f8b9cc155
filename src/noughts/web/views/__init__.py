"""What the API and the pages show: schemas, and the functions that build them."""
