import { hash } from "node:crypto";
import { userApi } from "#app/contract/people/user";
import { type Memo, type UpstreamReply, type UpstreamRequest, VERSION_IN_MEMO } from "#app/contract/transport";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import { type Ask, askKey } from "./ask";
import { type Identity, type Placeholders, withPlaceholders } from "./member-identity";

/** The embedded upstream. */
export type AskedUpstream = Required<EmbeddedUpstream>;

/** Personal replies that a reader's page is made of. */
export type Personal = {
  /**
   * Digest of the replies: with placeholders, equal for readers whose replies differ only in who they are; for a page
   * about its reader as they are, so that no other reader has the same.
   */
  digest(about: boolean): string;
  /** Whether the replies mention the reader. */
  named: boolean;
  /** The reader's own values. */
  identity: Identity;
};

/** The call that returns the reader's profile: nickname, picture, and what else the header shows. */
const PROFILE = `${userApi.tokenQueryClientUser.method} ${userApi.tokenQueryClientUser.path}`;

/** A reply as it is, and with placeholders. */
type Asked = Record<"own" | "disguised", UpstreamReply>;

/** Reader that a page is for, with the current version, read before the page's calls. */
type Asking = Pick<UpstreamRequest, "header"> & { version: Promise<number> };

/** Makes a page's personal calls for one reader, each once, and replaces their identity by placeholders. */
export function createPersonalCalls(upstream: AskedUpstream, placeholders: Placeholders, asking: Asking) {
  const replies = new Map<string, Promise<Asked>>();
  const memo: Memo = new Map([[VERSION_IN_MEMO, asking.version]]);
  let identity: Identity | null = null;

  async function reply(ask: Ask): Promise<Asked> {
    const made = await upstream.call(ask.name, { header: asking.header, text: async () => "", memo, ...ask });
    if (ask.name !== PROFILE || made.code !== "SUCCESS") return { own: made, disguised: made };
    const disguised = withPlaceholders(made.data as Record<string, unknown>, placeholders);
    if (!disguised) return { own: made, disguised: made };
    identity = disguised.identity;
    return { own: made, disguised: { ...made, data: disguised.profile } };
  }

  function askOnce(wanted: Ask): Promise<Asked> {
    const key = askKey(wanted);
    const known = replies.get(key);
    if (known) return known;
    const asked = reply(wanted);
    replies.set(key, asked);
    return asked;
  }

  return {
    /** Replies to a call with placeholders for the reader's identity. */
    ask: async (wanted: Ask): Promise<UpstreamReply> => (await askOnce(wanted)).disguised,
    /** Replies to a call as it is; the same reply as that of `ask`. */
    askOwn: async (wanted: Ask): Promise<UpstreamReply> => (await askOnce(wanted)).own,
    /** Whether the reader's identity is known, and so replaced by placeholders. */
    isIdentified: () => identity !== null,
    /**
     * Replies to these calls, with their digest; null if the reader can't be identified. @throws what the upstream
     * throws
     */
    async personal(asks: readonly Ask[]): Promise<Personal | null> {
      const all = await Promise.all(asks.map(askOnce));
      const said = JSON.stringify(all.map(({ disguised: { code, message, data } }) => [code, message, data]));
      if (!identity) return null;
      const who = identity;
      return {
        digest: (about) => hash("sha256", about ? said + JSON.stringify(who) : said, "base64"),
        named: names(said, who),
        identity: who,
      };
    },
  };
}

export type PersonalCalls = ReturnType<typeof createPersonalCalls>;

/** Whether replies mention somebody; in the contract, a person's id is called `userId` everywhere. */
const names = (json: string, { userId }: Identity): boolean =>
  json.includes(`"userId":${userId},`) || json.includes(`"userId":${userId}}`);
