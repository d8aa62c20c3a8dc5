import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv, { type Options } from "sirv";
import { INERT_POLICY } from "#app/server/headers/security-headers.server";

const YEAR = 365 * 24 * 60 * 60;

const GONE: [string, string][] = [
  ["Content-Type", "text/plain; charset=utf-8"],
  ["Content-Security-Policy", INERT_POLICY],
  ["Cache-Control", "no-store"],
];

/** Path of a file with a name as the build gives them. */
const BUILT_FILE = /^\/assets\/[\w-][\w.-]*(?:\?.*)?$/;

const passOn = (_request: IncomingMessage, _response: ServerResponse, next: () => void): void => next();

/**
 * Serves built files, precompressed. Files under `/assets/` have a hash in their name and never change.
 * @param shelf folder with files of other builds that open pages may still request; see kept-assets.ts
 */
export function createAssets(folder: string, common: [string, string][], shelf?: string) {
  if (!existsSync(folder)) return passOn;
  const options: Options = {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, path) {
      // Files are sent whole, which is always allowed (RFC 9110, section 14.2): on a reversed range sirv throws.
      delete response.req.headers.range;
      for (const [name, value] of common) response.setHeader(name, value);
      response.setHeader("Content-Security-Policy", INERT_POLICY);
      response.setHeader(
        "Cache-Control",
        path.startsWith("/assets/") ? `public, max-age=${YEAR}, immutable` : "public, max-age=3600",
      );
    },
  };
  const files = sirv(folder, options);
  // Other processes add files at any time, so the folder is read on every request (`dev`).
  const others = shelf ? sirv(shelf, { ...options, dev: true }) : null;
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = request.url ?? "/";
    const built = path.startsWith("/assets/");
    // Every built file has a dot in its name; other paths are pages and never looked up on disk.
    if ((request.method !== "GET" && request.method !== "HEAD") || !(built || path.includes("."))) {
      next();
      return;
    }
    const missing = () => {
      if (!built) {
        next();
        return;
      }
      // Never answer a script request with a page: a browser with an old build must see that its chunk is gone.
      response.writeHead(404, [...common, ...GONE].flat());
      response.end("Not Found\n");
    };
    // sirv reads the file list once, and leaves it to others that a file can't be read: unhandled, that ends the process.
    response.once("pipe", (file) => file.once("error", () => response.destroy()));
    if (!built || existsSync(join(folder, path.replace(/\?.*$/, "")))) files(request, response, missing);
    else if (others && BUILT_FILE.test(path)) others(request, response, missing);
    else missing();
  };
}
