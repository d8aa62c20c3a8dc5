import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedResponse, noSuchFile } from "#app/features/machine-files/xml";
import { qrCode } from "#app/features/qr-code/qr-code.server";
import { env } from "#app/server/env.server";
import { safePath } from "#app/server/urls/safe-path.server";

const DAY = 24 * 60 * 60;
/** Maximum characters of a path; a larger code is too fine for phones. */
const PATH_MAX = 300;

/** QR code of a URL of this site: `/qr.svg?to=/article/abc`. Other sites are refused. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("to");
  const path = safePath(asked, "");
  if (!path || path.length > PATH_MAX) throw noSuchFile();
  const { size, path: bars } = qrCode(env().publicOrigin + path);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${bars}"/></svg>`;
  return feedResponse(`${svg}\n`, "image/svg+xml", DAY);
}
