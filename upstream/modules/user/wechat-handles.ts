import type { z } from "zod";
import type { queryObjApi } from "#app/contract/people/query-obj";
import { MINUTE } from "#runtime/time-units";
import type { Call, MembersCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { requireMember } from "#upstream/call/require-member";
import { issueToken, redeemToken } from "#upstream/db/one-time-tokens";
import { transact } from "#upstream/db/transact";
import { findWord } from "#upstream/modules/moderation/find-word";
import type { WechatPerson } from "#upstream/services/wechat/wechat";
import { bindWechat, identify } from "./bind-wechat";
import { findByIdentity } from "./identity";
import { logIn, type TicketPerson, WECHAT_TICKET } from "./login";
import { cleanNickname } from "./nickname";

const HANDLE_LIFETIME = 5 * MINUTE;
/** Long enough to enter a number and a code. */
const TICKET_LIFETIME = 30 * MINUTE;
const HANDLE = "wechat-handle";

type Asked = { code?: string | undefined; state: string; purpose: "login" | "bind"; proof?: string | undefined };
/** Outcome of an authorization, stored until the page asks for it. */
type Outcome =
  | { kind: "login"; userId: number; subject: string }
  | { kind: "phone-needed"; person: WechatPerson }
  | { kind: "bound" }
  | { kind: "failed"; reason: string };
type Shown = z.input<typeof queryObjApi.get.data>;

/**
 * Exchanges the code of WeChat's callback for a handle to the outcome, including failures, which the next page shows.
 * The handle is useless without the state.
 * @throws BusinessError NOT_LOGIN for binding without a login
 */
export async function makeHandle(call: Call, asked: Asked): Promise<string> {
  const asking = asked.purpose === "bind" ? bind(requireMember(call), asked) : identifyKnown(call, asked);
  const outcome = await asking.catch((error: unknown): Outcome => {
    if (error instanceof BusinessError) return { kind: "failed", reason: error.message };
    throw error;
  });
  const payload = { state: asked.state, outcome };
  return issueToken(call.db, call, { purpose: HANDLE, payload, lifetime: HANDLE_LIFETIME });
}

const CANCELLED: Outcome = { kind: "failed", reason: "你取消了微信授权" };

async function bind(call: MembersCall, { code, proof = "" }: Asked): Promise<Outcome> {
  if (code === undefined) return CANCELLED;
  await bindWechat(call, { code, proof });
  return { kind: "bound" };
}

async function identifyKnown(call: Call, { code }: Asked): Promise<Outcome> {
  if (code === undefined) return CANCELLED;
  const person = await identify(call, code);
  const known = await findByIdentity(call.db, person.subject);
  return known ? { kind: "login", userId: known.id, subject: person.subject } : { kind: "phone-needed", person };
}

const expired = () => new BusinessError("WECHAT_FAILED", "微信授权已过期，请重新扫码");

/**
 * Redeems a handle, once: a new session, a ticket to use with a phone number, or the reason for neither.
 * @throws BusinessError WECHAT_FAILED if it is unknown, used, expired or of another state
 */
export async function readHandle(call: Call, { state, obj }: { state: string; obj: string }): Promise<Shown> {
  const kept = await redeemToken<{ state: string; outcome: Outcome }>(call.db, call, HANDLE, obj);
  if (kept?.state !== state) throw expired();
  const { outcome } = kept;
  if (outcome.kind === "login") {
    const { token } = await transact(call.db, async (trx) => {
      // Unbound, or the account closed, since WeChat agreed.
      const known = await findByIdentity(trx, outcome.subject);
      if (known?.id !== outcome.userId) throw expired();
      return logIn(trx, call, outcome.userId, { method: "weixin" });
    });
    return { kind: "login", token };
  }
  if (outcome.kind !== "phone-needed") return outcome;
  return askForPhone(call, outcome.person);
}

/** Issues a one-time ticket for a WeChat user without an account here, to use with a phone number. */
export async function askForPhone(call: Call, person: WechatPerson) {
  const nickname = cleanNickname(person.nickname);
  // The list of words can't be read within the transaction that registers the person.
  const payload: TicketPerson = { ...person, name: (await findWord(call, nickname)) === null ? nickname : "" };
  const ticket = await issueToken(call.db, call, { purpose: WECHAT_TICKET, payload, lifetime: TICKET_LIFETIME });
  // WeChat's pictures can't be shown, since the page allows none from other sites.
  return { kind: "phone-needed" as const, ticket, nickname, avatar: "" };
}
