import type { UpstreamReply } from "#app/contract/transport";
import { type Ask, askKey } from "./ask";
import type { AskedUpstream, PersonalCalls } from "./personal-calls";

/** Calls made by a page: the personal ones, and of the others the dependencies and the people they mention. */
export type Recorded = { asks: Ask[]; dependsOn: string[]; named: ReadonlySet<string> };

/** Ids of all people mentioned in replies. */
const namedIn = (json: string): Set<string> =>
  new Set([...json.matchAll(/"userId":(\d+)/g)].flatMap(([, userId]) => userId ?? []));

/** Reply to a write: the page is rendered a second time, so the write would happen twice. */
const NOT_DONE: UpstreamReply = {
  status: 200,
  code: "FORBIDDEN",
  message: "",
  data: null,
  dependsOn: [],
  cacheScope: null,
};

/** Creates an upstream for one page that passes reads on for its reader, records them, and refuses writes. */
export function recordCalls(ask: PersonalCalls["ask"]) {
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
      const reply = await ask(wanted);
      if (reply.cacheScope === "public") shared.add(reply);
      else asks.set(askKey(wanted), wanted);
      return reply;
    },
  };
  return {
    upstream: recording,
    /** Calls that the page has made; null if it did more than repeatable reads. */
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
