import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedResponse, noSuchFile } from "#app/features/machine-files/xml";
import { env } from "#app/server/env.server";

const HOUR = 60 * 60;

/** Serves the IndexNow key at its own name, so that search engines can verify this site's pushes. */
export function loader({ params }: LoaderFunctionArgs) {
  const { indexNowKey } = env();
  if (indexNowKey === null || params.key !== indexNowKey) throw noSuchFile();
  return feedResponse(indexNowKey, "text/plain", HOUR);
}
