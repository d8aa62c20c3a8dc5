import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedResponse, noSuchFile } from "#app/features/feeds/xml";
import { qrCode } from "#app/features/qr-code/qr-code.server";
import { env } from "#app/server/env.server";
import { safePath } from "#app/server/safe-path.server";

const DAY = 24 * 60 * 60;
/** Characters of a path; with more a code is too fine for a telephone. */
const PATH_MAX = 300;

/** An address of this site as a QR code: `/qr.svg?to=/article/abc`. Of other sites it draws none. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("to");
  const path = safePath(asked, "");
  if (!path || path.length > PATH_MAX) throw noSuchFile();
  const { size, path: bars } = qrCode(env().publicOrigin + path);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${bars}"/></svg>`;
  return feedResponse(`${svg}\n`, "image/svg+xml", DAY);
}
