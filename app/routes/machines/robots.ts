import type { LoaderFunctionArgs } from "@remix-run/node";
import { machineResponse } from "#app/features/feeds/xml";
import { env } from "#app/server/env.server";
import { missingOf } from "#app/server/missing.server";

const HOUR = 60 * 60;

/** Pages of one's own, and those that only rearrange what other pages show. */
const DISALLOWED = [
  "/account",
  "/notifications",
  "/write",
  "/report?",
  "/login",
  "/wxlogin",
  "/link",
  "/search/all",
  "/search/qna",
  "/*?*q=",
  "/_dev",
  "/zhiku/search",
  "/zhiku/history",
  "/zhiku/favorites",
  "/zhiku/error",
  "/zhiku/orders",
  "/zhiku/profile",
  "/*?*comments=",
  "/*?*cursor=",
  "/*?*thread=",
];

export async function loader(args: LoaderFunctionArgs) {
  const missing = await missingOf(args);
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    ...(missing.includes("sitemap") ? [] : ["", `Sitemap: ${env().publicOrigin}/sitemap.xml`]),
  ];
  return machineResponse(`${lines.join("\n")}\n`, "text/plain", HOUR);
}
