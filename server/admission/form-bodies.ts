import { isPrivate } from "#server/request/private-address";
import { networkOf } from "#upstream/policy/network";
import { PutOffError } from "./admission";
import { type Lane, OverloadedError } from "./render-queue";

/** Bytes up to which a form is small, as nearly all are: hardly more than its connection needs anyway. */
const SMALL = 64 * 1024;
/** Maximum number of strangers' large forms in memory, and of those from one network. */
const LARGE_MAX = 32;
const LARGE_IN_NETWORK_MAX = 8;
/** Seconds after which to send a form again. */
const PUT_OFF_SECONDS = 5;

/**
 * Creates the receiver of forms. A form is received whole before it waits for its turn, so that nobody waits for a slow
 * client. Large ones of strangers are limited, because they take memory until they are answered.
 */
export function createFormBodies() {
  const large: string[] = [];

  /** Takes a place for a large form. @returns the function that frees it @throws PutOffError, OverloadedError */
  function takePlace(ip: string): () => void {
    const network = networkOf(ip);
    const inNetwork = isPrivate(ip) ? 0 : large.filter((one) => one === network).length;
    if (inNetwork >= LARGE_IN_NETWORK_MAX) throw new PutOffError(PUT_OFF_SECONDS, "budget", null);
    if (large.length >= LARGE_MAX) throw new OverloadedError();
    large.push(network);
    return () => void large.splice(large.indexOf(network), 1);
  }

  return {
    /**
     * Receives a form, whose length is known.
     * @param answer answers the same request with its whole body in memory
     * @throws PutOffError, OverloadedError; whatever `answer` throws
     */
    async receive<Answer>(
      request: Request,
      { lane, ip }: { lane: Lane; ip: string },
      answer: (received: Request) => Promise<Answer>,
    ): Promise<Answer> {
      const isLarge = Number(request.headers.get("content-length") ?? 0) > SMALL;
      const free = isLarge && lane !== "first" ? takePlace(ip) : () => {};
      try {
        return await answer(new Request(request, { body: await request.arrayBuffer() }));
      } finally {
        free();
      }
    },
  };
}
