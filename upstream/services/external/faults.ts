import { setTimeout as wait } from "node:timers/promises";

/**
 * Fault of a fake external service. `delay`: it takes seconds to reply; `lost`: it processes the request, but the reply
 * never arrives; `error`: HTTP 500; `garbage`: a reply that is not JSON; `code`: an error code of its protocol.
 */
export type Fault = { kind: "delay" | "lost" | "error" | "garbage" } | { kind: "code"; code: string };

/** Fault that a fake service simulates, and how. */
export type Faults = {
  /** Sets the fault from now on; null for none. */
  set(fault: Fault | null): void;
  current(): Fault | null;
  around(request: Request, reply: () => Promise<Response>): Promise<Response>;
};

/** Delay in milliseconds, longer than the timeout of any of our clients. */
const DELAY = 8_000;

/** Creates the faults of one fake, which has to send error codes itself. */
export function createFaults(): Faults {
  let fault: Fault | null = null;
  return {
    set(wanted) {
      fault = wanted;
    },
    current: () => fault,
    async around(request, reply) {
      if (fault?.kind === "error") return new Response("Internal Server Error", { status: 500 });
      if (fault?.kind === "garbage") return new Response("<html>502 Bad Gateway</html>");
      if (fault?.kind === "delay") await wait(DELAY, undefined, { signal: request.signal });
      const given = await reply();
      if (fault?.kind === "lost") throw new TypeError("the connection was reset");
      return given;
    },
  };
}
