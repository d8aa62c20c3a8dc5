import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { respondWith } from "#runtime/fetch-bridge";

/** Serves a fetch handler over HTTP, on its own port; requests have `origin` as their URL's origin. */
export async function serveFetch(
  fetch: (request: Request) => Promise<Response>,
  origin = "http://upstream.test",
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (incoming, outgoing) => {
    await respondWith(fetch, { incoming, outgoing, origin }).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
