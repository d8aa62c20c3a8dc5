import { askOverHttp } from "./http-request.server";

/** Milliseconds after which an upstream that does not answer counts as not ready. */
const PATIENCE = 2_000;

/** Whether a separate upstream is ready; one without `/readyz` is ready if it answers at all. */
export async function isUpstreamReady(url: string): Promise<boolean> {
  const { status, cancel } = await askOverHttp({
    method: "GET",
    url: `${url}/readyz`,
    headers: {},
    body: null,
    signal: AbortSignal.timeout(PATIENCE),
  });
  cancel();
  return status < 500;
}
