/** Invalid or contradictory settings; `message` lists all problems, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
