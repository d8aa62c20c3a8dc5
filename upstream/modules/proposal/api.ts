import { sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { type ProposalWords, proposalApi } from "#app/contract/writing/proposal";
import { nowIso } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { within } from "#upstream/call/within";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { authorView } from "#upstream/modules/author/author";
import { partsOff } from "#upstream/modules/config/parts-off";
import { proposalKey } from "#upstream/modules/content/forget-proposals";
import { requirePublisher } from "#upstream/modules/content/publisher";
import { refuseWords } from "#upstream/modules/moderation/refuse-words";
import { notifyBySystemAgain } from "#upstream/modules/notification/notify-by-system";
import { limitedWrite } from "#upstream/policy/limited-write";
import { markUsed } from "#upstream/services/storage/file-keys";
import { findProposal, findText, findWaiting, isSame, proposableWords } from "./queries";
import { waitingFor } from "./waiting";
import { closeProposal, refuseChanged, takeProposal } from "./write";

const CHANGED = "原文刚刚改过了，请在新窗口看一眼原文；要提交下面写的，请再按一次";
const OWN = "这是你自己的内容，直接修改就好";

export const proposal = implement(proposalApi, {
  async init({ params }, { db, viewer }) {
    const source = await findText(db, params);
    if (source.author_user_id === viewer.userId) throw new BusinessError("FORBIDDEN", OWN);
    const waiting = await findWaiting(db, viewer.userId, params);
    const now = proposableWords(source.fields);
    const mine = waiting ? fromJson<ProposalWords>(waiting.words_after) : null;
    // Continued on a changed text, it would take back what the author changed.
    const outdated = waiting !== undefined && !isSame(now, fromJson<ProposalWords>(waiting.words_before));
    const { title: about, question_id: questionId, version } = source;
    const own = { waitingId: waiting?.id ?? null, reason: waiting?.reason ?? "", earlier: outdated ? mine : null };
    const shown = { about, questionId, version, ...own };
    return { ...(outdated || !mine ? now : mine), ...shown };
  },

  async send({ body: { kind, id, version, title, content, reason } }, call) {
    const userId = await requirePublisher(call, "propose");
    const source = await findText(call.db, { kind, id });
    if (source.author_user_id === userId) throw new BusinessError("FORBIDDEN", OWN);
    if (source.version !== version) throw new BusinessError("CONFLICT", CHANGED, { version: source.version });
    const before = proposableWords(source.fields);
    const after = before.title === undefined ? { content } : { title: title ?? before.title, content };
    if (content === "" && before.content !== "") throw invalid({ content: "正文不能为空" });
    if (isSame(before, after)) throw invalid({ content: "和原文一样，还没有改动" });
    await refuseWords(call, { title: [title ?? ""], content: [content], reason: [reason] });
    return transact(call.db, async (trx) => {
      const written = { words_before: toJson(before), words_after: toJson(after), reason, created_at: nowIso(call) };
      await markUsed(trx, [written.words_after]);
      const row = await trx
        .insertInto("proposals")
        .values({ kind, item_id: id, user_id: userId, ...written, decided_at: null })
        .onConflict((conflict) =>
          conflict.columns(["kind", "item_id", "user_id"]).where("state", "=", sql.lit("open")).doUpdateSet(written),
        )
        .returning("id")
        .executeTakeFirstOrThrow();
      const about = { written: kind, name: source.title, item: id, id: row.id };
      await notifyBySystemAgain(trx, {
        userIds: [source.author_user_id],
        key: proposalKey(row.id),
        message: () => ({ kind: "proposal-sent", ...about, reason }),
        at: written.created_at,
      });
      return row;
    });
  },

  waiting: async ({ query: { by } }, call) =>
    waitingFor(call.db, { userId: call.viewer.userId, by }, kindsHere(kindsWith("drafted"), await partsOff(call))),

  async get({ params: { id } }, { db, viewer }) {
    const { row, source, mine, before, after } = await findProposal(db, id, viewer.userId);
    return {
      id: row.id,
      kind: row.kind,
      itemId: row.item_id,
      questionId: source.question_id,
      title: source.title,
      by: authorView(row),
      mine,
      before,
      after,
      current: isSame(source.fields, before),
      reason: row.reason,
      state: row.state,
      answer: row.answer,
      createdAt: row.created_at,
    };
  },

  async take({ body: { id, createdAt, answer } }, call) {
    const userId = await requirePublisher(call, "edit");
    const found = await findProposal(call.db, id, userId);
    if (found.mine) throw new BusinessError("FORBIDDEN");
    refuseChanged(found, createdAt);
    await refuseWords(call, { answer: [answer] });
    return takeProposal(call, found, answer);
  },

  decline: ({ body: { id, createdAt, answer } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const found = await findProposal(trx, id, userId);
      if (found.mine) throw new BusinessError("FORBIDDEN");
      refuseChanged(found, createdAt);
      await refuseWords(within(call, trx), { answer: [answer] });
      return closeProposal(trx, call, found, { state: "declined", answer });
    }),

  withdraw: ({ body: { id } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      const found = await findProposal(trx, id, userId);
      if (!found.mine) throw new BusinessError("FORBIDDEN");
      return closeProposal(trx, call, found, { state: "withdrawn", answer: "" });
    }),
});
