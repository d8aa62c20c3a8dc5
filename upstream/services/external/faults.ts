import { setTimeout as wait } from "node:timers/promises";

/**
 * Faults of an external service. `delay`: it takes seconds; `lost`: it does what it is asked to, and its
 * answer never arrives; `error`: HTTP 500; `garbage`: no JSON; any other text is an error code of its protocol.
 */
export type Fault = { kind: "delay" | "lost" | "error" | "garbage" } | { kind: "code"; code: string };

/** Faults that a fake service is told to have. */
export type Faults = {
  /** Fault from now on; null for none. */
  set(fault: Fault | null): void;
  current(): Fault | null;
  around(request: Request, answer: () => Promise<Response>): Promise<Response>;
};

/** Milliseconds; longer than any of our clients waits. */
const DELAY = 8_000;

/** The faults of one fake; error codes are its own to answer. */
export function createFaults(): Faults {
  let fault: Fault | null = null;
  return {
    set(wanted) {
      fault = wanted;
    },
    current: () => fault,
    async around(request, answer) {
      if (fault?.kind === "error") return new Response("Internal Server Error", { status: 500 });
      if (fault?.kind === "garbage") return new Response("<html>502 Bad Gateway</html>");
      if (fault?.kind === "delay") await wait(DELAY, undefined, { signal: request.signal });
      const given = await answer();
      if (fault?.kind === "lost") throw new TypeError("the connection was reset");
      return given;
    },
  };
}
