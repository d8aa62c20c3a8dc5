import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { INERT_POLICY } from "#app/server/security-headers.server";

const YEAR = 365 * 24 * 60 * 60;

const GONE: [string, string][] = [
  ["Content-Type", "text/plain; charset=utf-8"],
  ["Content-Security-Policy", INERT_POLICY],
  ["Cache-Control", "no-store"],
];

const passOn = (_request: IncomingMessage, _response: ServerResponse, next: () => void): void => next();

/** Built files with their compressed twins; what is under `/assets/` has its hash in the name and never changes. */
export function createAssets(folder: string, common: [string, string][]) {
  if (!existsSync(folder)) return passOn;
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, path) {
      for (const [name, value] of common) response.setHeader(name, value);
      response.setHeader("Content-Security-Policy", INERT_POLICY);
      response.setHeader(
        "Cache-Control",
        path.startsWith("/assets/") ? `public, max-age=${YEAR}, immutable` : "public, max-age=3600",
      );
    },
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = request.url ?? "/";
    const built = path.startsWith("/assets/");
    // Every built file has a dot in its name; pages are not looked for on disk.
    if ((request.method !== "GET" && request.method !== "HEAD") || !(built || path.includes("."))) {
      next();
      return;
    }
    const missing = () => {
      if (!built) {
        next();
        return;
      }
      // Never a page in place of a script: a browser with an old build must see that its chunk is gone.
      response.writeHead(404, [...common, ...GONE].flat());
      response.end("Not Found\n");
    };
    // The list of files is read once, and reading one that a later build has removed would end the process.
    if (built && !existsSync(join(folder, path.replace(/\?.*$/, "")))) missing();
    else files(request, response, missing);
  };
}
