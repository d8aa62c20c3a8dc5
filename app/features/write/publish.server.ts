import { MESSAGES } from "#app/contract/codes";
import { KINDS } from "#app/contract/kinds";
import { reviewApi } from "#app/contract/moderation/review";
import { writingPass } from "#app/features/captcha/writing-captcha.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { draftInForm } from "./drafts/known-draft.server";
import { EDITOR_CALLS, type WriteCalls } from "./editor-calls.server";
import { draftFieldsOf, sentFieldsOf } from "./model/call-fields.server";
import type { EditorResult } from "./model/editor-result";
import { type EditorTarget, publishedPath } from "./model/editor-target.server";
import { type SentEditor, stepOf } from "./model/sent-editor.server";
import { similarQuestions } from "./similar-questions.server";

const publishedMessage = (kind: EditorTarget["kind"]): string => `${KINDS[kind].name}已发布`;

/** Publishes a new text or a change; for a new question it first shows similar ones, once. @throws UpstreamError */
export async function publish(sent: SentEditor): Promise<EditorResult> {
  const { args, target, form, values } = sent;
  if (target.kind === "question" && target.id === null && !target.held && form.get("similarShown") === null) {
    // Asking must work without this.
    const questions = await similarQuestions(args, values.title).catch(() => []);
    if (questions.length > 0) return stepOf({ kind: "similar", questions }, values);
  }
  if (target.held) return handIn(sent, target.held);
  const id = await write(sent);
  const message = target.id === null ? publishedMessage(target.kind) : "修改已保存";
  return { status: "ok", data: { to: publishedPath(target, id) }, message };
}

/** Changes the held text with the number `held`. @throws UpstreamError */
async function handIn({ args, target, form, values }: SentEditor, held: number): Promise<EditorResult> {
  const captchaVerification = await writingPass(args, form);
  const knownDraftAt = draftInForm(values);
  const { version, baseVersion, reason } = values;
  const more = { version, baseVersion, reason, knownDraftAt, captchaVerification };
  const body = { ...draftFieldsOf(values), ...more, id: held };
  const { publishedId } = await gateway(args).call(reviewApi.put, { body });
  return publishedId === null
    ? { status: "ok", data: { to: serverPaths.held(held) }, message: MESSAGES.CONTENT_HELD }
    : { status: "ok", data: { to: publishedPath(target, publishedId) }, message: publishedMessage(target.kind) };
}

/** @throws UpstreamError */
async function write({ args, target, form, values }: SentEditor): Promise<number> {
  const { call } = gateway(args);
  const { version, reason, idempotencyKey } = values;
  const { create, update }: WriteCalls = EDITOR_CALLS[target.kind];
  const fields = sentFieldsOf(target.kind, values);
  const place = target.kind === "answer" ? { questionId: target.questionId } : { draft: target.slot };
  const knownDraftAt = draftInForm(values);
  const more = { ...fields, knownDraftAt, captchaVerification: await writingPass(args, form) };
  const written = await (target.id === null
    ? call(create, { body: { ...more, ...place, idempotencyKey } })
    : call(update, { body: { ...more, id: target.id, version, reason } }));
  return written.id;
}

/** Path to wait at for a text in review, if the upstream does not return its number. */
export function pathWhileInReview(target: EditorTarget): string {
  if (target.id !== null) return publishedPath(target, target.id);
  if (target.kind === "answer") return paths.question(encodeId(target.questionId));
  if (target.kind === "question") return paths.questions();
  return target.kind === "article" ? paths.articles() : paths.home();
}
