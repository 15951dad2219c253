"""Hooks for the manual: what MkDocs cannot do with our pages by itself. mkdocs.yml names them."""
