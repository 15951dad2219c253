"""Draws scenes and pages as HTML, with their style sheets, scripts and pictures. Knows no sockets and no storage."""
