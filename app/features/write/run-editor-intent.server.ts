import { MESSAGES } from "#app/contract/codes";
import { appealApi } from "#app/contract/moderation/appeal";
import { parseId } from "#app/contract/text/parse-id";
import { previewApi } from "#app/contract/writing/preview";
import { askLetters } from "#app/features/captcha/writing-captcha.server";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { refusedResult } from "#app/forms/attempt.server";
import { idempotencyKeyOf, newIdempotencyKey } from "#app/forms/idempotency-key";
import { textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { WRITER } from "#app/forms/writer";
import { paths } from "#app/paths";
import { heldIdOf } from "#app/server/errors/held-id.server";
import { optional } from "#app/server/errors/optional.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { serverPaths } from "#app/server/urls/server-paths";
import { conflictWith } from "./conflict-with.server";
import { removeDraft } from "./drafts/draft.server";
import { draftToReplace, offeredDraft } from "./drafts/known-draft.server";
import { saveDraftOrApart } from "./drafts/save-draft-or-apart.server";
import type { EditorEcho, EditorResult } from "./model/editor-result";
import { type EditorTarget, publishedPath, slotIn, targetOfForm } from "./model/editor-target.server";
import { KNOWN_DRAFT, readValues, SHOWN_DRAFT } from "./model/editor-values";
import { isoOf } from "./model/iso-of";
import { type SentEditor, stepOf } from "./model/sent-editor.server";
import { addPictures, setCover } from "./plain-uploads.server";
import { pathWhileInReview, publish } from "./publish.server";

/** Functions of the form's buttons by `intent`; colons separate arguments. */
const INTENTS = { publish, preview, pictures: addPictures, cover: setCover, keep, discard } satisfies Record<
  string,
  (sent: SentEditor, about?: string, time?: string) => Promise<EditorResult>
>;

type Intent = keyof typeof INTENTS;

const isIntent = (name: string): name is Intent => Object.hasOwn(INTENTS, name);

/** Runs the form's `intent`. Whatever the upstream replies, and even if it does not reply, the input is returned. */
export async function runEditorIntent(
  args: SentEditor["args"],
  addressed: EditorTarget,
  form: FormData,
): Promise<EditorResult> {
  const target = targetOfForm(addressed, form);
  const values = {
    ...readValues(form),
    knownDraftAt: textOf(form, KNOWN_DRAFT),
    writer: textOf(form, WRITER),
    draftSlot: slotIn(target),
    idempotencyKey: idempotencyKeyOf(form),
  };
  const sent: SentEditor = { args, target, form, values };
  const [name = "", ...about] = textOf(form, "intent").split(":");
  const result = await INTENTS[isIntent(name) ? name : "publish"](sent, ...about).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    return refused(sent, error);
  });
  if (result.status !== "ok") markFormReturned(args.context);
  return result;
}

async function preview({ args, values }: SentEditor): Promise<EditorResult> {
  const { contentHtml } = await gateway(args).call(previewApi.render, { body: { content: values.content } });
  return stepOf({ kind: "preview", html: inNewWindows(contentHtml) }, values);
}

async function keep(sent: SentEditor): Promise<EditorResult> {
  const { values } = sent;
  const { kept, draftSlot } = await saveDraftOrApart(sent, draftToReplace(values));
  if ("savedAt" in kept) {
    const message = "草稿已保存，之后可以在这里接着写";
    return stepOf({ kind: "saved", message }, { ...values, draftSlot, knownDraftAt: isoOf(kept.savedAt) });
  }
  const known = { ...values, knownDraftAt: offeredDraft(isoOf(kept.overtakenBy.savedAt)) };
  return { status: "refused", code: "CONFLICT", message: OVERTAKEN, fields: {}, values: known };
}

/** Discards the draft that the page showed: that of this text, or that of another slot with its time. */
async function discard({ args, target, form, values }: SentEditor, slot?: string, time?: string) {
  const ofText = slot === undefined || target.kind === "answer";
  const shownAt = parseId(ofText ? textOf(form, SHOWN_DRAFT) : time);
  // Pages of an earlier build don't say which draft they showed.
  const knownAt = shownAt ? isoOf(shownAt) : undefined;
  const { overtakenBy } = await removeDraft(args, ofText ? target : { ...target, slot }, knownAt);
  if (overtakenBy) return refusedResult<EditorEcho>({ code: "CONFLICT", message: SAVED_SINCE, fields: {} }, values);
  const message = slot === undefined ? "草稿已放弃。写的内容还在下面，再存一次就能留住" : "草稿已放弃";
  return stepOf({ kind: "saved", message }, { ...values, knownDraftAt: "" });
}

/** Result of an upstream's refusal for an editor. */
async function refused(sent: SentEditor, error: UpstreamError): Promise<EditorResult> {
  const { args, target, values } = sent;
  const refusal = refusedResult<EditorEcho>(error, values);
  const { id: about, writer } = (error.data ?? {}) as { id?: unknown; writer?: unknown };
  switch (error.code) {
    case "CONFLICT": {
      const conflicting = await conflictWith(sent).catch(() => null);
      if (!conflicting) break;
      const { versions, detail } = conflicting;
      return { ...refusal, message: "", fields: {}, values: { ...values, ...versions }, detail };
    }
    case "CAPTCHA_REQUIRED": {
      const captcha = await askLetters(args, sent.form).catch(() => null);
      if (!captcha) break;
      return { ...refusal, fields: {}, detail: { captcha } };
    }
    case "FORBIDDEN": {
      const barred = await optional(gateway(args).call(appealApi.sanction, {}));
      if (!barred) break;
      return { ...refusal, fields: {}, detail: { barred } };
    }
    case "ALREADY_SUBMITTED": {
      const detail = typeof about === "number" ? { published: publishedPath(target, about) } : {};
      const again = { ...values, idempotencyKey: newIdempotencyKey() };
      const message = target.kind === "answer" ? PUBLISHED_BEFORE : `${PUBLISHED_BEFORE}；再按一次发布，会另外发布一份`;
      return { ...refusal, message, fields: {}, values: again, detail };
    }
    case "NOT_LOGIN":
      return { ...refusal, message: SESSION_ENDED, fields: {} };
    case "OTHER_ACCOUNT":
      return { ...refusal, values: { ...values, writer: String(writer) } };
    case "PHONE_REQUIRED": {
      const kept = await saveDraftOrApart(sent).then(
        (saved) => "savedAt" in saved.kept,
        () => false,
      );
      if (!kept) return { ...refusal, message: NOT_KEPT, fields: {} };
      const message = "发布前请先绑定手机号，写好的内容已存为草稿";
      return { status: "ok", data: { to: paths.accountSecure() }, message };
    }
    case "CONTENT_HELD": {
      const held = heldIdOf(error);
      const to = held === null ? pathWhileInReview(target) : serverPaths.held(held);
      return { status: "ok", data: { to }, message: error.message };
    }
  }
  return { ...refusal, message: error.message || MESSAGES.INTERNAL, fields: byField(error.fields) };
}

const SESSION_ENDED = "登录已失效，写好的内容还在下面。请在新窗口登录，再回到这里发布";
const PUBLISHED_BEFORE = "刚才已经发布成功，这次改动的文字没有发布。可以到已发布的内容里修改";
const OVERTAKEN =
  "别的窗口或设备上保存过另一份草稿，没有覆盖它。可以使用那一份；再按一次“存草稿”，会用下面的内容替换它";
const SAVED_SINCE = "这份草稿刚在别的窗口或设备上又保存过，没有放弃。要连新的一起放弃，请再按一次“放弃”";
const NOT_KEPT = "发布前请先绑定手机号。内容没能存为草稿，请复制一份再离开";

/** Assigns messages of `tags.2` and the like to the field `tags`. */
function byField(fields: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) named[path.split(".")[0] ?? path] ??= message;
  return named;
}
