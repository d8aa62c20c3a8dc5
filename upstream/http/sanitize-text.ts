/** Unpaired surrogates: JSON can carry them, but URLs, forms and databases can't. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Bidirectional controls, which reorder what follows up to the end of the line: `gpj.exe` is shown as `exe.jpg`.
 * Right-to-left scripts work without them; joiners, which some scripts need, are kept.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** More marks than any script puts on a letter: a pile of them covers the lines above and below. The first are kept. */
const PILED = /([\p{Mn}\p{Me}]{8})[\p{Mn}\p{Me}]+/gu;

/**
 * Replaces what not every component can process, in all strings of a value. PostgreSQL can't store or search NUL, and
 * no text needs it.
 */
export function sanitizeText(value: unknown): unknown {
  if (typeof value === "string")
    return value.replaceAll("\0", "").replace(TURNING, "").replace(LONE_SURROGATE, "\ufffd").replace(PILED, "$1");
  if (Array.isArray(value)) return value.map(sanitizeText);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [sanitizeText(key), sanitizeText(one)]));
}
