/** Maximum length in characters. */
const PATH_MAX = 2000;

/**
 * Returns a path on this site, or `fallback`. For every redirect and link whose target came from outside: it must start
 * with exactly one slash, contain no backslash or control character, and resolve to this site.
 */
export function safePath(target: string | null | undefined, fallback = "/"): string {
  if (target?.[0] !== "/" || target[1] === "/" || target.length > PATH_MAX) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
  if (/[\\\u0000-\u0020\u007f-\u009f]/.test(target)) return fallback;
  const base = "http://site.invalid";
  try {
    const url = new URL(target, base);
    return url.origin === base && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}
