"""Support for a memory snapshot of the page's modules that is made without a browser."""
