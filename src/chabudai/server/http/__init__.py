"""The HTTP routes of the server: pages, forms, downloads and their JSON counterparts."""
