import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "#app/contract/endpoint";
import type { Memo, UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import type { VersionKey, Versions } from "#upstream/db/versions";
import type { Call } from "./context";

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
type Entry = { reply: UpstreamReply; stamp: number; checked: number; bytes: number };

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
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function drop(key: string, entry: Entry): void {
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function keep(key: string, reply: UpstreamReply, stamp: number): void {
    const old = entries.get(key);
    if (old && old.stamp > stamp) return;
    if (old) drop(key, old);
    const size = 2 * (key.length + JSON.stringify(reply).length);
    if (size > REPLY_BYTES_MAX) return;
    entries.set(key, { reply, stamp, checked: stamp, bytes: size });
    bytes += size;
    for (const [oldest, entry] of entries) {
      if (bytes <= bytesMax) break;
      drop(oldest, entry);
    }
  }

  /** The kept reply if it is true, and the version of everything before anything is read; nothing where it can't be read. */
  async function find(key: string, memo: Memo | null): Promise<{ now: number | null; kept: Entry | null }> {
    try {
      const now = await versionsNow(versions, memo);
      const entry = entries.get(key);
      return { now, kept: entry && (await isTrue(entry, now)) ? entry : null };
    } catch {
      return { now: null, kept: null };
    }
  }

  async function isTrue(entry: Entry, now: number): Promise<boolean> {
    if (entry.checked >= now) return true;
    if ((await versions.latest(entry.reply.dependsOn as VersionKey[])) > entry.stamp) return false;
    entry.checked = Math.max(entry.checked, now);
    return true;
  }

  /** @throws Error where a kept reply is not what would be made now, although nothing that it names has changed */
  async function compare(key: string, { reply, stamp }: Entry, made: Reply): Promise<void> {
    if (made instanceof Response || isDeepStrictEqual(made.data, reply.data)) return;
    if ((await versions.latest(reply.dependsOn as VersionKey[])) > stamp) return;
    throw new Error(`a kept reply is old: ${key} depends on more than ${reply.dependsOn.join(" ")}`);
  }

  return {
    async get({ method, path }, { memo, params, query }, make) {
      const key = JSON.stringify([method, path, params, query]);
      const { now, kept } = await find(key, memo);
      if (kept) {
        if (check) await compare(key, kept, await make());
        return kept.reply;
      }
      const reply = await make();
      if (now !== null && !(reply instanceof Response) && reply.shared) keep(key, reply, now);
      return reply;
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}

/** Version of everything, before anything is read; one look serves all calls of a page. */
async function versionsNow(versions: Versions, memo: Memo | null): Promise<number> {
  const known = memo?.get("versions") as Promise<number> | undefined;
  if (known) return known;
  const now = Promise.resolve(versions.now());
  memo?.set("versions", now);
  return now;
}
