import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The site under test at an address of its own, whose replies can be changed on the way. */
export type AlteredSite = {
  origin: string;
  /** Id of the build that its pages say they are of; null for their own. */
  build: string | null;
  /** Replies that stand in for those of the site, by their path. */
  replies: Map<string, unknown>;
  close: () => void;
};

/** Opens it in front of the server at `baseURL`. */
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
