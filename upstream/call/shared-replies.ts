import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "#app/contract/endpoint";
import type { CacheScope, UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import type { VersionKey, Versions } from "#upstream/db/versions";
import { type Call, SAME_FOR_ALL } from "./context";
import { createKeptValues } from "./kept-values";

/** Approximate bytes of all cached replies. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Maximum bytes of one reply; larger ones are rare and would evict many others. */
const REPLY_BYTES_MAX = 256 * 1024;

/** Properties whose use leaves a reply shared: a `sharedPart` is made from the others only. */
const SHARED: ReadonlySet<PropertyKey> = new Set<keyof Call>([...SAME_FOR_ALL, "sharedPart"]);

/** Property of the search, and the version key of everything that it finds. */
const SEARCH = "search" satisfies keyof Call & VersionKey;

/** Whether an endpoint's replies can be shared at all; whether a particular one is, is found by `watchCall`. */
export const mayBeShared = ({ method, auth, reply }: Endpoint): boolean =>
  method === "GET" && auth === "anyone" && reply === "envelope";

/**
 * Wraps a call to observe whether its handler used anything that may differ for the next caller, or later. What it
 * searches is recorded for it, since any text may be found.
 */
export function watchCall(call: Call): { call: Call; cacheScope(): CacheScope } {
  const other = new Set<PropertyKey>();
  const watched = new Proxy(call, {
    get(target, name) {
      if (name === SEARCH) target.dependsOn(SEARCH);
      else if (!SHARED.has(name)) other.add(name);
      return target[name as keyof Call];
    },
  });
  const ofViewer: keyof Call = "viewer";
  return {
    call: watched,
    cacheScope() {
      if (other.size === 0) return "public";
      return other.size === 1 && other.has(ofViewer) ? "private" : null;
    },
  };
}

type Reply = UpstreamReply | Response;

/** Returns the replies of an endpoint for which `mayBeShared` is true. */
export type SharedReplies = {
  get(endpoint: Endpoint, request: UpstreamRequest, make: () => Promise<Reply>): Promise<Reply>;
  stats(): { entries: number; bytes: number };
};

type Options = {
  versions: Versions;
  bytesMax?: number;
  /** Whether to compare each cached reply with a newly made one. */
  check: boolean;
};

/**
 * Creates the cache for replies that are the same for everybody, valid until something they were made from changes, in
 * whichever process. Members' pages consist mostly of such replies, so each is validated when it is kept, for all pages.
 */
export function createSharedReplies({ versions, bytesMax = BYTES_MAX, check }: Options): SharedReplies {
  const replies = createKeptValues<UpstreamReply>({ versions, bytesMax, valueBytesMax: REPLY_BYTES_MAX });
  return {
    async get(endpoint, { memo, params, query }, make) {
      const { method, path } = endpoint;
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
      if (now === null || reply instanceof Response || reply.cacheScope !== "public") return reply;
      const lasting = validated(endpoint, reply);
      replies.keep(name, lasting, now);
      return lasting;
    },
    stats: replies.stats,
  };
}

/** The reply with a validated copy of its data; unchanged if it breaks the contract, which its caller will report. */
function validated({ data: schema }: Endpoint, reply: UpstreamReply): UpstreamReply {
  const { success, data } = schema.safeParse(reply.data);
  return success ? { ...reply, data: frozen(data), valid: true } : reply;
}

/** Freezes data that many pages get, with everything in it. */
function frozen<T>(data: T): T {
  if (typeof data !== "object" || data === null) return data;
  for (const value of Object.values(data)) frozen(value);
  return Object.freeze(data);
}
