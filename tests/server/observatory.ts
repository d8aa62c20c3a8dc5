/**
 * Score of a response over https by the rules of Mozilla's HTTP Observatory (mdn/mdn-http-observatory,
 * src/grader/charts.js), as far as a single response shows: without redirects from http and preload lists. Where its
 * scanner deducts points, the maximum deduction is applied.
 */
export function observatoryScore(headers: Headers, html: string): number {
  const policy = directivesOf(headers.get("content-security-policy") ?? "");
  return [
    100,
    scoreOfPolicy(policy),
    ...headers.getSetCookie().map((cookie) => (/; secure/i.test(cookie) && /; httponly/i.test(cookie) ? 0 : -40)),
    headers.has("access-control-allow-origin") ? -50 : 0,
    /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      headers.get("referrer-policy") ?? "",
    )
      ? 5
      : -5,
    Number(/max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
    scoreOfScripts(html),
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    /^'(?:none|self)'$/.test(policy.get("frame-ancestors")?.join() ?? "") ? 5 : -20,
    /^same-(?:origin|site)$/.test(headers.get("cross-origin-resource-policy") ?? "") ? 10 : 0,
    /^(?:require-corp|credentialless)$/.test(headers.get("cross-origin-embedder-policy") ?? "") ? 10 : 0,
    /^same-origin(?:-allow-popups)?$/.test(headers.get("cross-origin-opener-policy") ?? "") ? 10 : 0,
  ].reduce((sum, points) => sum + points, 0);
}

function directivesOf(policy: string): Map<string, string[]> {
  const parts = policy.split(";").map((part) => part.trim().toLowerCase().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

/** 10 for a policy with a default of nothing and nothing unsafe; -25 for none. */
function scoreOfPolicy(policy: Map<string, string[]>): number {
  const sources = (name: string) => policy.get(name) ?? policy.get("default-src");
  const [scripts, styles, objects] = [sources("script-src"), sources("style-src"), sources("object-src")];
  if (!scripts || !styles || !objects) return -25;
  const wide = /^(?:\*|https?:|data:|ftp:|'unsafe-(?:inline|eval)')$/;
  if ([...scripts, ...objects].some((source) => wide.test(source))) return -25;
  if (styles.some((source) => wide.test(source))) return 0;
  return policy.get("default-src")?.join() === "'none'" ? 10 : 5;
}

/** 5 if external scripts have integrity hashes, -50 if not; pages without external scripts need none. */
function scoreOfScripts(html: string): number {
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"[^>]*>/g)];
  const foreign = scripts.filter(([, src = ""]) => /^(?:https?:)?\/\//.test(src));
  if (foreign.some(([tag]) => !/\sintegrity="/.test(tag))) return -50;
  return scripts.some(([tag]) => /\sintegrity="/.test(tag)) ? 5 : 0;
}
