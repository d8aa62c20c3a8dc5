/** Returns an error response of the object store with OSS's error code, as text that browsers neither run nor cache. */
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
