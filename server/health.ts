/** What `/healthz` and `/readyz` answer; no details for strangers. */
export function createHealth(ready: () => Promise<boolean>) {
  let leaving = false;
  const answer = (ok: boolean) => ({ status: ok ? 200 : 503, body: ok ? "ok\n" : "unavailable\n" });
  return {
    /** From now on `/readyz` says no, so that a balancer sends nobody any more. */
    leave() {
      leaving = true;
    },
    isAsked: (path: string): boolean => path === "/healthz" || path === "/readyz",
    async answer(path: string): Promise<{ status: number; body: string }> {
      return answer(path === "/healthz" || (!leaving && (await ready().catch(() => false))));
    },
  };
}
