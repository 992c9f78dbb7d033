"""Work out everything that a page shows, so that templates only loop and label."""
