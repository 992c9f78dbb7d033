"""What the tool promises of its speed and size, and how each promise is measured; `make bench` runs them."""
