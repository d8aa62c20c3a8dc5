import type { z } from "zod";
import { smsApi, type smsCodeBody } from "#app/contract/people/sms";
import { zhikuSmsApi } from "#app/contract/zhiku/sms";
import type { Call } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { requireMember } from "#upstream/call/require-member";
import { issueToken } from "#upstream/db/one-time-tokens";
import { redeemCodes, sendCode } from "./codes";
import { PHONE_TICKET } from "./phone-ticket";

/** Validity of a phone ticket in seconds. */
const PHONE_TICKET_LIFETIME = 10 * 60;

export const sms = implement(smsApi, {
  code: async ({ body }, call) => send(body, call),
  codeTest: async ({ query }, call) => ({ code: newestCode(call, query.phone) }),
});

export const zhikuSms = implement(zhikuSmsApi, {
  code: async ({ body }, call) => send(body, call),
  codeTest: async ({ body }, call) => ({ code: newestCode(call, body.phone) }),

  async verify({ body: { phone, code } }, call) {
    await redeemCodes(call, [{ phone, code, purpose: "verify-phone" }]);
    const lifetime = PHONE_TICKET_LIFETIME * 1000;
    const phoneTicket = await issueToken(call.db, call, { purpose: PHONE_TICKET, payload: phone, lifetime });
    return { phoneTicket, expiresIn: PHONE_TICKET_LIFETIME };
  },
});

async function send(body: z.output<typeof smsCodeBody>, call: Call) {
  const forMembers = body.purpose === "change-phone" || body.purpose === "verify-phone";
  if (forMembers) requireMember(call);
  return sendCode(call, body);
}

/** @throws BusinessError NOT_FOUND outside the demo */
function newestCode({ fakes }: Call, phone: string): string | null {
  return (
    found(fakes)
      .sms.inbox()
      .find((message) => message.phone === phone)?.code ?? null
  );
}
