import { withinTime } from "./within-time";

/** Milliseconds that a readiness result is cached, however many requests come. */
const LIFETIME = 1_000;
/** Milliseconds after which an unanswered readiness check counts as not ready. */
const PATIENCE = 2_000;

/** Whether a path is one of the two; like the app's router, without regard to case and a trailing slash. */
export const isHealthPath = (path: string): boolean => /^\/(?:healthz|readyz)\/?$/i.test(path);

/** Whether a path of health asks only if the process runs. */
export const isLiving = (path: string): boolean => /^\/healthz\/?$/i.test(path);

/**
 * Creates the responders for `/healthz` and `/readyz`, which show no details to the public. `ready` is called at most
 * once a second and never concurrently, so a flood of requests costs nothing.
 */
export function createHealth(ready: () => Promise<boolean>, clock: () => number = () => performance.now()) {
  let leaving = false;
  let known: { at: number; ready: Promise<boolean> } | null = null;
  const reply = (ok: boolean) => ({ status: ok ? 200 : 503, body: ok ? "ok\n" : "unavailable\n" });

  function isReady(): Promise<boolean> {
    if (known && clock() - known.at < LIFETIME) return known.ready;
    const asked = withinTime(ready(), PATIENCE, false).catch(() => false);
    const look = { at: Number.POSITIVE_INFINITY, ready: asked };
    known = look;
    void asked.then(() => {
      look.at = clock();
    });
    return asked;
  }

  return {
    /** From now on `/readyz` fails, so that a load balancer sends no more requests. */
    leave() {
      leaving = true;
    },
    async reply(path: string): Promise<{ status: number; body: string }> {
      return reply(isLiving(path) || (!leaving && (await isReady())));
    },
  };
}
