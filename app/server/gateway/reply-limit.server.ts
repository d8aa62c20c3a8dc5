import { MINUTE } from "#runtime/time-units";

/** Milliseconds without another piece of a reply, whichever side is to blame, after which it is given up. */
const SILENCE = 5 * MINUTE;

/**
 * Limits how long a reply with a file may take to begin, and then how long nothing may come of it. A large file takes as
 * long as its reader's connection needs, so there is no limit for the whole.
 */
export function limitReply(beginning: number) {
  const silent = new AbortController();
  const wait = (milliseconds: number) => setTimeout(() => silent.abort(), milliseconds).unref();
  let timer = wait(beginning);
  return {
    /** Aborts the request when a limit is exceeded. */
    signal: silent.signal,
    /** The pieces of the reply, which has begun. */
    async *pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      clearTimeout(timer);
      timer = wait(SILENCE);
      try {
        for await (const chunk of chunks) {
          timer.refresh();
          yield chunk;
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
