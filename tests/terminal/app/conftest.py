"""Pictures are kept as SVG: the plugin names the ending of their files as only older versions of syrupy read it."""

from pytest_textual_snapshot import SVGImageExtension

SVGImageExtension.file_extension = "svg"
