import { env } from "./env.server";

/** The policy of a page; `scripts` are the hashes of its inline scripts. Nothing is allowed by 'unsafe-…'. */
export function contentSecurityPolicy(scripts: readonly string[]): string {
  const { development, objectHosts, secure } = env();
  const objects = objectHosts.map((host) => `https://${host}`);
  const list = (name: string, ...sources: string[]) => `${name} ${sources.join(" ")}`;
  // The development server injects style elements and scripts of its own.
  const scriptSources = development ? ["'unsafe-inline'"] : scripts;
  const styleSources = development ? ["'unsafe-inline'"] : [];
  return [
    "default-src 'none'",
    list("script-src", "'self'", ...scriptSources),
    list("style-src", "'self'", ...styleSources),
    list("img-src", "'self'", "data:", "blob:", ...objects),
    "font-src 'self'",
    list("connect-src", "'self'", ...objects, ...(development ? ["ws:"] : [])),
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form's answer may lead to a file in the object store.
    list("form-action", "'self'", ...objects),
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
