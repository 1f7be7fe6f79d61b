"""What can be asked of the house over HTTP, a file for each room."""
