/** A refusal of the object store: the name that OSS gives it, as text that no browser runs or keeps. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return new Response(`${code}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
