import { isPublicKey } from "./object-key";
import { refusal } from "./refusal";
import { keyOf } from "./serve-objects";

/** Of a picture in another size; a bucket that does not know it gives the whole one. */
const PROCESS = "x-oss-process";

/**
 * Answers `/oss/…` of a site whose files were moved to a bucket: texts, and pages of others, name them by their addresses
 * from before.
 */
export function createLeadToBucket(publicUrl: (key: string) => string): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (method !== "GET" && method !== "HEAD") return refusal(405, "MethodNotAllowed", { allow: "GET, HEAD" });
    const key = keyOf(pathname);
    if (key === null || !isPublicKey(key)) return refusal(404, "NoSuchKey");
    const process = searchParams.get(PROCESS);
    const location = publicUrl(key) + (process === null ? "" : `?${new URLSearchParams({ [PROCESS]: process })}`);
    return new Response(null, { status: 302, headers: { location, "cache-control": "public, max-age=86400" } });
  };
}
