"""The table in the browser: pages, styles and pictures. Scenes and plain values in, HTML out."""
