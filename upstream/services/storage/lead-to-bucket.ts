import { isPublicKey } from "./object-key";
import { refusal } from "./refusal";
import { objectKeyIn } from "./serve-objects";

/** Query for another picture size; a bucket that does not support it returns the original. */
const PROCESS = "x-oss-process";

/**
 * Redirects `/oss/…` to the bucket after files were moved there, since texts and other sites' pages have the old URLs.
 */
export function createLeadToBucket(publicUrl: (key: string) => string): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (method !== "GET" && method !== "HEAD") return refusal(405, "MethodNotAllowed", { allow: "GET, HEAD" });
    const key = objectKeyIn(pathname);
    if (key === null || !isPublicKey(key)) return refusal(404, "NoSuchKey");
    const process = searchParams.get(PROCESS);
    const location = publicUrl(key) + (process === null ? "" : `?${new URLSearchParams({ [PROCESS]: process })}`);
    return new Response(null, { status: 302, headers: { location, "cache-control": "public, max-age=86400" } });
  };
}
