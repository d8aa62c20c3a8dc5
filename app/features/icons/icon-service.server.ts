import { z } from "zod";
import { env } from "#app/server/env.server";
import { noteServer } from "#app/server/log.server";

/** Milliseconds until a request to the icon service times out. */
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

/** Allowed elements and attributes, which only draw. */
const ELEMENTS =
  "path|g|circle|rect|ellipse|line|polyline|polygon|defs|clipPath|mask|linearGradient|radialGradient|stop|use";
const ATTRIBUTES =
  "d|fill|fill-rule|fill-opacity|clip-rule|clip-path|stroke|stroke-(?:width|linecap|linejoin|miterlimit|dasharray|dashoffset|opacity)|opacity|color|transform|cx|cy|r|rx|ry|fx|fy|x|y|x1|x2|y1|y2|width|height|points|id|mask|offset|stop-color|stop-opacity|gradientUnits|gradientTransform|maskUnits|clipPathUnits|spreadMethod|vector-effect|paint-order|class";
/** An attribute value, whose `url(…)` may only refer to a part of the same drawing. */
const VALUE = String.raw`"(?:(?!url\()[^"<>&]|url\(#[\w-]+\))*"`;
const DRAWING = new RegExp(
  String.raw`<(?:${ELEMENTS})(?:\s+(?:(?:${ATTRIBUTES})=${VALUE}|(?:xlink:)?href="#[\w-]+"))*\s*/?>|</(?:${ELEMENTS})>`,
  "g",
);

/** Whether a drawing contains only known, harmless elements and attributes. */
export const isDrawing = (body: string): boolean => body.replace(DRAWING, "").trim() === "";

/**
 * Requests icons that are not ours from the public icon service (ICON_FALLBACK_URL). Null if none is configured, or if
 * it fails, which is logged.
 */
export async function fetchFromService(prefix: string, names: readonly string[]) {
  const { iconFallbackUrl } = env();
  if (!iconFallbackUrl) return null;
  const url = new URL(`${prefix}.json`, iconFallbackUrl.replace(/\/*$/, "/"));
  url.searchParams.set("icons", names.join(","));
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const text = await response.text();
    if (text.length > ANSWER_BYTES_MAX) throw new Error("answer too large");
    const set = iconSet.parse(JSON.parse(text));
    if (set.prefix !== prefix) throw new Error("another collection came back");
    const safe = Object.entries(set.icons).filter(([, icon]) => isDrawing(icon.body));
    return { ...set, icons: Object.fromEntries(safe) };
  } catch (error) {
    noteServer("icons_failed", { prefix, error: String(error) });
    return null;
  }
}
