/** A contradiction in the settings, or between them and what they name; `message` lists every problem, one a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
