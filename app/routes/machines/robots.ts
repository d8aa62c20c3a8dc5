import type { LoaderFunctionArgs } from "@remix-run/node";
import { linesForAi } from "#app/features/machine-files/ai-crawlers";
import { disallowed } from "#app/features/machine-files/robots";
import { feedResponse } from "#app/features/machine-files/xml";
import { env } from "#app/server/env.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { ROUTES } from "#app/server/urls/route-facts.server";

const HOUR = 60 * 60;

export async function loader(args: LoaderFunctionArgs) {
  const missing = await missingOf(args);
  const lines = [
    ...linesForAi(env().aiCrawlers),
    "User-agent: *",
    ...disallowed(ROUTES).map((path) => `Disallow: ${path}`),
    ...(missing.includes("sitemap") ? [] : ["", `Sitemap: ${env().publicOrigin}/sitemap.xml`]),
  ];
  return feedResponse(`${lines.join("\n")}\n`, "text/plain", HOUR);
}
