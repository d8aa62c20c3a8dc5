/** Production on loopback, without demo data. */
export const production = (folder: string) => ({
  APP_MODE: "production",
  SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
  HASHID_SALT: "a salt of its own",
  UPSTREAM_SHARED_SECRET: "s".repeat(32),
  ALLOW_INSECURE_ORIGIN: "1",
  DATA_DIR: folder,
});
