/** Half of a character: JSON can carry one, and no address, no form and no database can. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Marks that turn the order of what follows around, as far as to the end of the line: `gpj.exe` reads `exe.jpg`. Scripts
 * written from right to left do without them; joiners, which some scripts need, stay.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text as every part of us can take it. PostgreSQL can neither store nor look for NUL, and no text needs it. */
export function sanitizeText(value: unknown): unknown {
  if (typeof value === "string")
    return value.replaceAll("\0", "").replace(TURNING, "").replace(LONE_SURROGATE, "\ufffd");
  if (Array.isArray(value)) return value.map(sanitizeText);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [sanitizeText(key), sanitizeText(one)]));
}
