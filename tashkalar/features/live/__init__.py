"""Games between connected devices, on the page: what is said."""
