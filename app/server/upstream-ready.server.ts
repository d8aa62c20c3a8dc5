import { askOverHttp } from "./upstream-http.server";

/** Milliseconds after which an upstream that does not say whether it is ready is not. */
const PATIENCE = 2_000;

/** Whether an upstream that is another program is ready; one that has no `/readyz` is when it answers at all. */
export async function isUpstreamReady(url: string): Promise<boolean> {
  const { status, cancel } = await askOverHttp({
    method: "GET",
    url: `${url.replace(/\/+$/, "")}/readyz`,
    headers: {},
    body: null,
    signal: AbortSignal.timeout(PATIENCE),
  });
  cancel();
  return status < 500;
}
