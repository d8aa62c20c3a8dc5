import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Proxy to the site under test that can change its responses. */
export type AlteredSite = {
  origin: string;
  /** Build id that its pages report; null for their own. */
  build: string | null;
  /** Responses that replace the site's, by path. */
  replies: Map<string, unknown>;
  close: () => void;
};

/** Starts the proxy in front of the server at `baseURL`. */
export function openAlteredSite(baseURL: string): Promise<AlteredSite> {
  const replies: AlteredSite["replies"] = new Map();
  const server = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const reply = replies.get(url.replace(/\?.*/, ""));
    if (reply !== undefined) {
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
      return;
    }
    const onward = request(new URL(url, baseURL), { method, headers }, (answer) => {
      const changed: IncomingHttpHeaders = { ...answer.headers };
      if (site.build !== null && changed["x-build"]) changed["x-build"] = site.build;
      outgoing.writeHead(answer.statusCode ?? 502, changed);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const site: AlteredSite = {
    origin: "",
    build: null,
    replies,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return new Promise((opened) => {
    server.listen(0, "127.0.0.1", () => {
      site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      opened(site);
    });
  });
}
