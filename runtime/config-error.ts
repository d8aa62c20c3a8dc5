/** Invalid or contradictory settings, of either program; `message` lists all problems, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
