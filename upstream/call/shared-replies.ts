import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "#app/contract/endpoint";
import type { UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import type { Versions } from "#upstream/db/versions";
import type { Call } from "./context";
import { createKeptValues } from "./kept-values";

/** Bytes of replies that are kept, about. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Of one reply; larger ones are rare, and would push out many. */
const REPLY_BYTES_MAX = 256 * 1024;

/**
 * Things that a reply may be made from and still be the same for everybody at any time: the database, by keys that it names, and
 * what is fixed at the start. Who asks, the hour, chance and whoever is outside are not among them.
 */
const SAME_FOR_ALL: ReadonlySet<PropertyKey> = new Set<keyof Call>([
  "config",
  "site",
  "connection",
  "db",
  "cached",
  "markdown",
  "search",
  "words",
  "dependsOn",
  "sharedPart",
]);

/** Whether an endpoint's replies can be the same for everybody; whether one is, `watchCall` tells. */
export const mayBeShared = ({ method, auth, reply }: Endpoint): boolean =>
  method === "GET" && auth === "anyone" && reply === "envelope";

/** Call that notes whether its handler looked at anything that may differ for who asks next, or for who asks later. */
export function watchCall(call: Call): { call: Call; isSameForAll(): boolean; isLasting(): boolean } {
  const other = new Set<PropertyKey>();
  const watched = new Proxy(call, {
    get(target, name) {
      if (!SAME_FOR_ALL.has(name)) other.add(name);
      return target[name as keyof Call];
    },
  });
  const ofViewer: keyof Call = "viewer";
  return {
    call: watched,
    isSameForAll: () => other.size === 0,
    isLasting: () => other.size === 0 || (other.size === 1 && other.has(ofViewer)),
  };
}

type Reply = UpstreamReply | Response;

/** Gives the replies to an endpoint of which `mayBeShared` is true. */
export type SharedReplies = {
  get(endpoint: Endpoint, request: UpstreamRequest, make: () => Promise<Reply>): Promise<Reply>;
  stats(): { entries: number; bytes: number };
};

type Options = {
  versions: Versions;
  bytesMax?: number;
  /** Whether each kept reply is compared with a new one. */
  check: boolean;
};

/**
 * Keeps replies that are the same for everybody until something of what they were made from has changed, in whichever
 * process that happened. Members' pages, which nobody keeps whole, consist of them for the greater part.
 */
export function createSharedReplies({ versions, bytesMax = BYTES_MAX, check }: Options): SharedReplies {
  const replies = createKeptValues<UpstreamReply>({ versions, bytesMax, valueBytesMax: REPLY_BYTES_MAX });
  return {
    async get({ method, path }, { memo, params, query }, make) {
      const name = JSON.stringify([method, path, params, query]);
      const { now, kept } = await replies.find(name, memo);
      if (kept) {
        if (check) {
          const made = await make();
          await replies.expectTrue(name, ({ data }) => made instanceof Response || isDeepStrictEqual(made.data, data));
        }
        return kept;
      }
      const reply = await make();
      if (now !== null && !(reply instanceof Response) && reply.shared) replies.keep(name, reply, now);
      return reply;
    },
    stats: replies.stats,
  };
}
