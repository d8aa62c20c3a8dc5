import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Program, runProgram } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { DATA_DIR } from "./demo-database";

export type UpstreamApart = {
  /** The app's origin. */
  origin: string;
  close(): Promise<void>;
};

/**
 * Starts the app with a separate upstream on the demo data; a proxy between them can make calls fail.
 * @param broken whether a call of this path (with its query) fails as with an unreachable upstream; asked at each call,
 * and awaited
 */
export async function partUpstream(broken: (path: string) => boolean | Promise<boolean>): Promise<UpstreamApart> {
  const upstream = runProgram(["dist/upstream.js"], { UPSTREAM_PORT: "0", DATA_DIR });
  const programs: Program[] = [upstream];
  const url = await upstream.ready();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = "", method = "GET", headers } = request;
    const body = Buffer.concat(await request.toArray());
    if (await broken(path)) return response.writeHead(502).end();
    const { authorization = "", "content-type": type = "" } = headers;
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, ...(type ? { "content-type": type } : {}) },
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  // A test that ends early leaves calls behind.
  const between = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const UPSTREAM_API_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  // Forms are accepted only from its own origin.
  const app = runProgram(["dist/server.js"], { PORT, PUBLIC_ORIGIN: origin, UPSTREAM_API_URL });
  programs.push(app);
  await app.ready();
  return {
    origin,
    async close() {
      for (const { child, ended } of programs) {
        child.kill("SIGKILL");
        await ended;
      }
      between.closeAllConnections();
      between.close();
    },
  };
}
