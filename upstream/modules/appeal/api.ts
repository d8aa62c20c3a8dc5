import { appealApi } from "#app/contract/moderation/appeal";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { readBanTicket } from "#upstream/policy/ban-ticket";
import { limitedWrite } from "#upstream/policy/limited-write";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { type AppealTarget, publishingBarredBy, standingDecision } from "./decisions";
import { findAppeal } from "./queries";
import { pastView, standingView } from "./view";
import { sendAppeal } from "./write";

const NO_TICKET = "链接已失效，请重新登录一次，再从提示里进入";

export const appeal = implement(appealApi, {
  async get({ params }, call) {
    const { userId } = call.viewer;
    const decision = await standingDecision(call.db, call, params);
    const sent = await findAppeal(call.db, userId, params);
    if (decision?.userId === userId) return standingView(params, decision, sent);
    return pastView(params, found(sent));
  },

  async sanction(_, call) {
    const barred = await publishingBarredBy(call.db, nowIso(call), call.viewer.userId);
    if (!barred) return null;
    const { target, decision } = barred;
    return standingView(target, decision, await findAppeal(call.db, decision.userId, target));
  },

  send: ({ body }, call) =>
    limitedWrite(call, "appeal", async (trx, userId) => {
      await sendAppeal(trx, call, { ...body, userId });
      return null;
    }),

  async lookBanned({ query: { ticket } }, call) {
    const ban = readBanTicket(call, ticket);
    if (!ban) throw new BusinessError("FORBIDDEN", NO_TICKET);
    const target: AppealTarget = { kind: "sanction", id: ban.id };
    const decision = await standingDecision(call.db, call, target);
    return decision && standingView(target, decision, await findAppeal(call.db, ban.userId, target));
  },

  sendBanned: ({ body: { ticket, words } }, call) =>
    transact(call.db, async (trx) => {
      await consumeLimits(trx, call, [{ limit: "appealAddress", subject: networkOf(call.client.ip) }]);
      const ban = readBanTicket(call, ticket);
      if (!ban) throw new BusinessError("FORBIDDEN", NO_TICKET);
      await sendAppeal(trx, call, { kind: "sanction", id: ban.id, words, userId: ban.userId });
      return null;
    }),
});
