"""Large numbers of rounds played out on processors, clusters and graphics cards."""
