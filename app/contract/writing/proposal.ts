import { z } from "zod";
import { author, id, nothing, text, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { BODY_MAX, PROPOSAL_WORDS_MAX, TITLE_MAX, TITLE_MIN } from "#app/contract/limits";
import { decimal } from "#app/contract/text/decimal";

/** Kinds of texts to which readers may propose changes. */
export const proposalKind = z.enum(kindsWith("drafted"));
export type ProposalKind = z.output<typeof proposalKind>;

/** `taken`: applied by the author; `withdrawn`: by the proposer. */
export const proposalState = z.enum(["open", "taken", "declined", "withdrawn"]);
export type ProposalState = z.output<typeof proposalState>;

/** Fields of a text that can be changed; an answer has no title. */
const words = z.object({ title: z.string().optional(), content: z.string() });
export type ProposalWords = z.output<typeof words>;

const place = z.object({ kind: proposalKind, id });
/** A proposal as the text's author has read it; the creation time changes when a proposal is resubmitted. */
const asRead = z.object({ id, createdAt: time });

/** A proposal, as its proposer and the text's author see it. */
export const proposal = place.extend({
  /** Title; for an answer, that of its question. */
  title: z.string(),
  /** Id of the text; `id` is that of the proposal. */
  itemId: z.number(),
  questionId: z.number().nullable(),
  by: author,
  /** Whether the viewer made the proposal; otherwise the text is theirs. */
  mine: z.boolean(),
  reason: z.string(),
  state: proposalState,
  answer: z.string(),
  before: words,
  after: words,
  /** Whether the text is still the one that the proposal is based on. */
  current: z.boolean(),
  createdAt: time,
});

/** A pending proposal in a list, of the text's author or of the proposer. */
const waitingProposal = proposal.pick({ kind: true, id: true, title: true, by: true, reason: true, createdAt: true });
export type WaitingProposal = z.output<typeof waitingProposal>;

/** Beyond the 142 specified calls: proposals of readers to change texts. */
export const proposalApi = {
  init: endpoint({
    method: "GET",
    path: "/api/ext/proposal/new/:kind/:id",
    auth: "user",
    summary: "别人的一篇内容的源文，供提修改建议；自己还在等答复的建议接着改，原文改过了就从现在的原文改起",
    params: place,
    data: words.extend({
      /** Title; for an answer, that of its question. */
      about: z.string(),
      questionId: z.number().nullable(),
      version: z.number(),
      /** Reason of one's own pending proposal; empty for none. */
      reason: z.string(),
      /** Id of one's own pending proposal, which another one replaces; null for none. */
      waitingId: z.number().nullable(),
      /** One's own pending proposal if the text was changed since, so that it can't be continued. */
      earlier: words.nullable(),
    }),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/ext/proposal",
    auth: "user",
    summary: "向作者提修改建议；同一篇只有一份在等答复，再次提交替换它。原文改过了答 CONFLICT",
    body: place.extend({
      version: decimal(z.number().int().positive()),
      title: text("标题", { min: TITLE_MIN, max: TITLE_MAX }).optional(),
      content: text("正文", { max: BODY_MAX }),
      reason: text("修改的理由", { min: 2, max: PROPOSAL_WORDS_MAX }),
    }),
    data: z.object({ id: z.number() }),
  }),
  waiting: endpoint({
    method: "GET",
    path: "/api/ext/proposal",
    auth: "user",
    summary: "对我所有内容的、等我答复的修改建议，或我提的、还在等答复的；新的在前，至多一百份",
    query: z.object({ by: z.enum(["others", "me"]).default("others") }),
    data: z.array(waitingProposal),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/ext/proposal/:id",
    auth: "user",
    summary: "一份修改建议；只有提的人和内容的作者看得到",
    params: z.object({ id }),
    data: proposal,
  }),
  take: endpoint({
    method: "POST",
    path: "/api/ext/proposal/take",
    auth: "user",
    summary: "采纳对自己内容的修改建议，照常经过审核；原文或建议之后改过答 CONFLICT",
    body: asRead.extend({ answer: text("答复", { max: PROPOSAL_WORDS_MAX }).default("") }),
    data: nothing,
  }),
  decline: endpoint({
    method: "POST",
    path: "/api/ext/proposal/decline",
    auth: "user",
    summary: "谢绝对自己内容的修改建议，并说明原因；建议之后改过答 CONFLICT",
    body: asRead.extend({ answer: text("谢绝的原因", { min: 2, max: PROPOSAL_WORDS_MAX }) }),
    data: nothing,
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/ext/proposal/withdraw",
    auth: "user",
    summary: "撤回自己还在等答复的修改建议",
    body: z.object({ id }),
    data: nothing,
  }),
};
