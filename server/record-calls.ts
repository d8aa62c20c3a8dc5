import { hash } from "node:crypto";
import type { UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import { userApi } from "#app/contract/user";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import { type Identity, type Placeholders, withPlaceholders } from "./member-identity";

/** Call of a page whose reply may differ for who asks. */
export type Ask = Pick<UpstreamRequest, "params" | "query"> & { name: string };

/** An upstream that is asked within the process. */
export type AskedUpstream = Required<EmbeddedUpstream>;

/** Replies that a reader's page is made of beside those that are the same for everybody. */
export type Personal = {
  /** Tells these replies from all others, but not one reader from another whose replies are the same. */
  digest: string;
  /** Whether they name the reader. */
  named: boolean;
  /** The reader. */
  identity: Identity;
};

/** Call that tells who reads: nickname, picture, and the rest of what the header shows. */
const PROFILE = `${userApi.tokenQueryClientUser.method} ${userApi.tokenQueryClientUser.path}`;

const keyOf = ({ name, params, query }: Ask): string => JSON.stringify([name, params, query]);

/** Asks for one reader, each thing once, and puts stand-ins in the place of who they are. */
export function createReader(
  upstream: AskedUpstream,
  placeholders: Placeholders,
  own: Pick<UpstreamRequest, "header">,
) {
  const replies = new Map<string, Promise<UpstreamReply>>();
  const memo: UpstreamRequest["memo"] = new Map();
  let identity: Identity | null = null;

  async function reply(ask: Ask): Promise<UpstreamReply> {
    const made = await upstream.call(ask.name, { ...ask, header: own.header, text: async () => "", memo });
    if (ask.name !== PROFILE || made.code !== "SUCCESS") return made;
    const disguised = withPlaceholders(made.data as Record<string, unknown>, placeholders);
    if (!disguised) return made;
    identity = disguised.identity;
    return { ...made, data: disguised.profile };
  }

  function ask(wanted: Ask): Promise<UpstreamReply> {
    const key = keyOf(wanted);
    const known = replies.get(key);
    if (known) return known;
    const asked = reply(wanted);
    replies.set(key, asked);
    return asked;
  }

  return {
    ask,
    /** Whether it is known who reads, so that stand-ins are in the replies. */
    isTold: () => identity !== null,
    /** Replies to these calls, told apart from others; null where nobody reads who can be told. @throws what the upstream throws */
    async personal(asks: readonly Ask[]): Promise<Personal | null> {
      const all = await Promise.all(asks.map(ask));
      const said = JSON.stringify(all.map(({ code, message, data }) => [code, message, data]));
      return identity && { digest: hash("sha256", said, "base64"), named: names(said, identity), identity };
    },
  };
}

export type Reader = ReturnType<typeof createReader>;

/** Calls that a page made: those that are personal, and what the others depend on and whom they name. */
export type Recorded = { asks: Ask[]; dependsOn: string[]; named: ReadonlySet<string> };

/** Whether replies name somebody; in the contract the id of a person is `userId` wherever it stands. */
const names = (json: string, { userId }: Identity): boolean =>
  json.includes(`"userId":${userId},`) || json.includes(`"userId":${userId}}`);

/** Ids of all people whom replies name. */
const namedIn = (json: string): Set<string> =>
  new Set([...json.matchAll(/"userId":(\d+)/g)].flatMap(([, userId]) => userId ?? []));

/** Reply to what is more than asking: the page is rendered once more, and would do it twice. */
const NOT_DONE: UpstreamReply = {
  status: 200,
  code: "FORBIDDEN",
  message: "",
  data: null,
  dependsOn: [],
  shared: false,
  lasting: false,
};

/** An upstream for one page, that asks for its reader, notes what is asked and writes nothing. */
export function recordCalls(reader: Reader) {
  const asks = new Map<string, Ask>();
  const shared = new Set<UpstreamReply>();
  let onlyReads = true;
  const recording: AskedUpstream = {
    async fetch() {
      onlyReads = false;
      return Response.json(NOT_DONE);
    },
    async call(name, request) {
      if (!name.startsWith("GET ")) {
        onlyReads = false;
        return NOT_DONE;
      }
      const wanted = { name, params: request.params, query: request.query };
      const reply = await reader.ask(wanted);
      if (reply.shared) shared.add(reply);
      else asks.set(keyOf(wanted), wanted);
      return reply;
    },
  };
  return {
    upstream: recording,
    /** Null where more was done than asking for what can be asked again. */
    recorded: (): Recorded | null =>
      onlyReads
        ? {
            asks: [...asks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, wanted]) => wanted),
            dependsOn: [...new Set([...shared].flatMap((reply) => reply.dependsOn))],
            named: namedIn(JSON.stringify([...shared].map(({ data }) => data))),
          }
        : null,
  };
}
