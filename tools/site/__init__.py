"""The website, made of what is stored."""
