import { CAPABILITIES, type Capability, UNOWNED } from "#app/contract/capabilities";
import { siteStateApi } from "#app/contract/site/site-state";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";
import { relyingPartyOf } from "#upstream/policy/relying-party";
import { hasOwner } from "#upstream/policy/staff-roles";
import { siteIcon } from "./site-icon";

/** Kinds whose number is public; each is also the name of a list. */
const COUNTED = ["question", "answer", "article"] as const;

export const siteState = implement(siteStateApi, {
  async capabilities(_, { db, config, wechat, sms, mail, pay, fakes }) {
    const passkey = relyingPartyOf(config) !== null;
    const off: Partial<Record<Capability, boolean>> = {
      wechat: !wechat,
      sms: !sms,
      mail: !mail,
      pay: !pay,
      passkey: !passkey,
    };
    const unowned = !fakes && !(await hasOwner(db));
    const here = CAPABILITIES.filter((name) => !off[name]);
    return { capabilities: [...here, ...(fakes ? ["dev"] : []), ...(unowned ? [UNOWNED] : [])] };
  },

  async versions({ query: { keys } }, { versions }) {
    // In this order, so that changes between the two count as newer than the first.
    const now = await versions.now();
    const latest = keys === "" ? 0 : await versions.latest(keys.split(",") as VersionKey[]);
    return { now, latest };
  },

  async siteIcon({ query: { use } }, call) {
    const { bytes, contentType } = await siteIcon(call, use);
    return new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } });
  },

  async totals(_, { db, dependsOn }) {
    dependsOn(...COUNTED.map((kind) => STORED[kind].table));
    const rows = await db.selectFrom("list_totals").select(["list", "total"]).where("list", "in", COUNTED).execute();
    const totalOf = (kind: (typeof COUNTED)[number]) => rows.find(({ list }) => list === kind)?.total ?? 0;
    return { question: totalOf("question"), answer: totalOf("answer"), article: totalOf("article") };
  },
});
