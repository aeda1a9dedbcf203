"""Program players, which see what a seat may see and nothing else."""
