import type { ActionFunctionArgs } from "@remix-run/node";
import { createPolicyLog } from "#app/server/headers/policy-reports.server";
import { noteServer } from "#app/server/log.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Bytes; browsers send several reports at once, of some hundred bytes each. */
const REPORTS_MAX = 32 * 1024;
const log = createPolicyLog(noteServer);

/** Receives CSP reports from browsers; nothing is stored, and little is logged. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= REPORTS_MAX)) return new Response(null, { status: 413 });
  const report: unknown = await request.json().catch(() => null);
  log(report);
  return new Response(null, { status: 204 });
}
