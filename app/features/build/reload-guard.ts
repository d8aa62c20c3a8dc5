const KEY = "shequ:reload";
/** Milliseconds that the marker is valid. */
const LIFETIME = 10_000;

type Marker = { path: string; expires: number };

/**
 * Reloads a path from the server, unless that was just tried: a marker in sessionStorage, valid for 10 s, keeps a
 * broken build from reloading for ever.
 * @param target path with query, and the hash if there is one
 * @returns false if it must not reload; without storage there is no marker, so it never does
 */
export function reloadOnce(target: string, now = Date.now()): boolean {
  const path = target.replace(/#.*$/, "");
  try {
    const marker = readMarker(sessionStorage.getItem(KEY));
    if (marker && marker.path === path && marker.expires > now) return false;
    sessionStorage.setItem(KEY, JSON.stringify({ path, expires: now + LIFETIME } satisfies Marker));
  } catch {
    return false;
  }
  if (path === location.pathname + location.search) location.reload();
  else location.href = target;
  return true;
}

/** Null if there is none, or it is not ours. */
function readMarker(stored: string | null): Marker | null {
  try {
    return stored ? (JSON.parse(stored) as Marker | null) : null;
  } catch {
    return null;
  }
}
