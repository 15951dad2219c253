"""MkDocs hooks for the manual, listed in mkdocs.yml."""
