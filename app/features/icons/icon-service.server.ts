import { z } from "zod";
import { env } from "#app/server/env.server";

/** Milliseconds. */
const FETCH_TIMEOUT = 1_500;
const ANSWER_BYTES_MAX = 512 * 1024;

const iconSet = z.object({
  prefix: z.string(),
  icons: z.record(
    z.string(),
    z.object({ body: z.string(), width: z.number().optional(), height: z.number().optional() }),
  ),
  width: z.number().optional(),
  height: z.number().optional(),
});

/** A drawing that could do more than draw is not passed on. */
const UNSAFE = /<script|<foreignObject|\son\w+\s*=|href\s*=\s*["']?\s*(?!#)/i;

/**
 * Asks the public icon service (ICON_FALLBACK_URL) for icons that are not ours. Null when there is no such
 * service, or it fails, which is logged.
 */
export async function fetchFromService(prefix: string, names: readonly string[]) {
  const { iconFallbackUrl } = env();
  if (!iconFallbackUrl) return null;
  const url = new URL(`/${prefix}.json`, iconFallbackUrl);
  url.searchParams.set("icons", names.join(","));
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const text = await response.text();
    if (text.length > ANSWER_BYTES_MAX) throw new Error("answer too large");
    const set = iconSet.parse(JSON.parse(text));
    if (set.prefix !== prefix) throw new Error("another collection came back");
    const safe = Object.entries(set.icons).filter(([, icon]) => !UNSAFE.test(icon.body));
    return { ...set, icons: Object.fromEntries(safe) };
  } catch (error) {
    console.error("Failed to load custom icons", String(error));
    return null;
  }
}
