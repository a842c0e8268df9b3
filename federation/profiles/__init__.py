"""What differs from federation to federation, as dated data: one folder with TOML files a federation."""
