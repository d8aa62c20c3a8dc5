import { idempotencyKeyOf, newIdempotencyKey } from "#app/components/ui/idempotency-key";
import { answerApi } from "#app/contract/answer";
import { articleApi } from "#app/contract/article";
import { MESSAGES } from "#app/contract/codes";
import { extApi } from "#app/contract/ext";
import { questionApi } from "#app/contract/question";
import { reviewApi } from "#app/contract/review";
import { paths } from "#app/paths";
import { textOf } from "#app/server/action-answer.server";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { markFormReturned } from "#app/server/returned-form.server";
import { encodeId } from "#app/server/short-id.server";
import { UpstreamError } from "#app/server/upstream-error";
import { draftFieldsOf, removeDraft, saveDraft } from "./draft.server";
import { newDraftSlot } from "./draft-slot";
import { type EditorTarget, isNew, publishedPath, targetOfForm } from "./editor-target.server";
import { type EditorAnswer, type EditorValues, KNOWN_DRAFT, readValues } from "./editor-values";
import { inNewWindows } from "./in-new-windows";
import { addPictures, setCover } from "./plain-uploads.server";
import { similarQuestions } from "./similar-questions.server";
import { storedValues } from "./stored-values.server";
import { parseTags } from "./tag-text";

/** Published (or held for a review): go there and say so. Else the form comes back with an answer. */
export type EditorResult =
  | { kind: "done"; to: string; message: string }
  | { kind: "answer"; answer: EditorAnswer; status: number };

/**
 * Does what the editor's form asks for by its `intent`: publishes, shows a preview, takes a picture, keeps or discards the draft. Whatever the upstream says, and
 * also when it says nothing, all that was typed comes back.
 */
export async function runEditorIntent(
  args: ServerArgs,
  addressed: EditorTarget,
  form: FormData,
): Promise<EditorResult> {
  const target = targetOfForm(addressed, form);
  const values = readValues(form);
  const idempotencyKey = idempotencyKeyOf(form);
  const knownDraftAt = textOf(form, KNOWN_DRAFT);
  const answer = (part: Partial<EditorAnswer>, status: number): EditorResult => {
    markFormReturned(args.context);
    return {
      kind: "answer",
      answer: { ...NOTHING, values, idempotencyKey, knownDraftAt, draftSlot: slotIn(target), ...part },
      status,
    };
  };
  try {
    if (form.get("intent") === "preview") {
      const { contentHtml } = await gateway(args).call(extApi.preview, { body: { content: values.content } });
      return answer({ previewHtml: inNewWindows(contentHtml) }, 200);
    }
    if (form.get("intent") === "pictures") return answer(await addPictures(args, form, values), 200);
    if (form.get("intent") === "cover") return answer(await setCover(args, form, values), 200);
    if (form.get("intent") === "keep") {
      const { kept, draftSlot } = await keep(args, target, values, knownDraftAt || null);
      if ("savedAt" in kept) {
        return answer(
          { message: "草稿已保存，之后可以在这里接着写", done: true, knownDraftAt: isoOf(kept.savedAt), draftSlot },
          200,
        );
      }
      return answer({ message: OVERTAKEN, knownDraftAt: isoOf(kept.overtakenBy.savedAt) }, 409);
    }
    if (textOf(form, "intent").startsWith("discard")) {
      const [, slot] = textOf(form, "intent").split(":");
      await removeDraft(args, slot === undefined || target.kind === "answer" ? target : { ...target, slot });
      return answer({ message: "草稿已丢弃", done: true, knownDraftAt: "" }, 200);
    }
    if (target.kind === "question" && target.id === null && !target.held && form.get("looked") === null) {
      // Asking must not depend on it.
      const similar = await similarQuestions(args, values.title).catch(() => []);
      if (similar.length > 0) return answer({ similar }, 200);
    }
    if (target.held) return await handIn(args, target, target.held, values);
    const id = await publish(args, target, values, idempotencyKey);
    return {
      kind: "done",
      to: publishedPath(target, id),
      message: target.id === null ? PUBLISHED[target.kind] : "修改已保存",
    };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { code, message, fields, data } = error;
    if (code === "CONFLICT") {
      const stored = await storedValues(args, target).catch(() => null);
      if (stored) return answer({ stored, values: { ...values, version: stored.version } }, 409);
    }
    if (code === "ALREADY_SUBMITTED") {
      const first = (data as { id?: unknown } | null)?.id;
      const published = typeof first === "number" ? publishedPath(target, first) : null;
      return answer({ message: PUBLISHED_BEFORE, published, idempotencyKey: newIdempotencyKey() }, 409);
    }
    if (code === "NOT_LOGIN") return answer({ message: SESSION_ENDED, login: true }, 401);
    if (code === "PHONE_REQUIRED") {
      const kept = await keep(args, target, values, knownDraftAt || null).then(
        (saved) => "savedAt" in saved.kept,
        () => false,
      );
      if (!kept) return answer({ message: "发布前请先绑定手机号。内容没能存为草稿，请复制一份再离开" }, 422);
      return { kind: "done", to: paths.accountSecure(), message: "发布前请先绑定手机号，写好的内容已存为草稿" };
    }
    if (code === "CONTENT_HELD") {
      const held = (data as { id?: unknown } | null)?.id;
      return { kind: "done", to: typeof held === "number" ? paths.held(held) : pathWhileInReview(target), message };
    }
    return answer({ message: message || MESSAGES.INTERNAL, fields: byField(fields) }, STATUS[code] ?? 422);
  }
}

/** See `DRAFT_SLOT`. */
const slotIn = (target: EditorTarget): string => (target.kind === "answer" ? "" : (target.slot ?? ""));

/**
 * Keeps a draft. One that was begun without knowing of any is another new piece than the one that is there.
 * @throws UpstreamError
 */
async function keep(args: ServerArgs, target: EditorTarget, values: EditorValues, knownAt: string | null) {
  const kept = await saveDraft(args, target, values, knownAt);
  if ("savedAt" in kept || target.kind === "answer" || !isNew(target) || knownAt !== null) {
    return { kept, draftSlot: slotIn(target) };
  }
  const slot = newDraftSlot();
  return { kept: await saveDraft(args, { ...target, slot }, values, null), draftSlot: slot };
}

const NOTHING: Omit<EditorAnswer, "values" | "idempotencyKey" | "knownDraftAt" | "draftSlot"> = {
  message: "",
  done: false,
  fields: {},
  previewHtml: null,
  similar: null,
  stored: null,
  login: false,
  published: null,
};
const PUBLISHED = { question: "问题已发布", article: "文章已发布", answer: "回答已发布" } as const;
const SESSION_ENDED = "登录已失效，写好的内容还在下面。请在新窗口登录，再回到这里发布";
const PUBLISHED_BEFORE =
  "刚才已经发布成功，这次改动的文字没有发布。可以到已发布的内容里修改；再按一次发布，会另外发布一份";
const OVERTAKEN =
  "别的窗口或设备上保存过另一份草稿，没有覆盖它。可以使用那一份；再按一次“存草稿”，会用下面的内容替换它";
const isoOf = (time: number) => new Date(time).toISOString();
const STATUS: Record<string, number> = {
  NETWORK: 503,
  INTERNAL: 503,
  RATE_LIMITED: 429,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
};

/** Changes what is held under the number `held`. @throws UpstreamError */
async function handIn(
  args: ServerArgs,
  target: EditorTarget,
  held: number,
  values: EditorValues,
): Promise<EditorResult> {
  const body = { ...draftFieldsOf(values), id: held, version: values.version };
  const { publishedId } = await gateway(args).call(reviewApi.put, { body });
  return publishedId === null
    ? { kind: "done", to: paths.held(held), message: MESSAGES.CONTENT_HELD }
    : { kind: "done", to: publishedPath(target, publishedId), message: PUBLISHED[target.kind] };
}

/** @throws UpstreamError */
async function publish(
  args: ServerArgs,
  target: EditorTarget,
  values: EditorValues,
  idempotencyKey: string | undefined,
): Promise<number> {
  const { call } = gateway(args);
  const { id } = target;
  const { title, content, aiGenerated, version } = values;
  if (target.kind === "answer") {
    const body = { content, aiGenerated };
    const answer =
      id === null
        ? await call(answerApi.create, { body: { ...body, questionId: target.questionId, idempotencyKey } })
        : await call(answerApi.update, { body: { ...body, id, version } });
    return answer.id;
  }
  const common = { title, content, tags: parseTags(values.tags), aiGenerated };
  const draft = target.slot;
  if (target.kind === "question") {
    const question =
      id === null
        ? await call(questionApi.create, { body: { ...common, idempotencyKey, draft } })
        : await call(questionApi.update, { body: { ...common, id, version } });
    return question.id;
  }
  const body = {
    ...common,
    classificationId: values.classificationId === "" ? null : values.classificationId,
    coverUrl: values.coverUrl.trim() === "" ? null : values.coverUrl.trim(),
  };
  const article =
    id === null
      ? await call(articleApi.create, { body: { ...body, idempotencyKey, draft } })
      : await call(articleApi.update, { body: { ...body, id, version } });
  return article.id;
}

/** Where to wait for a text that is looked at first, if the upstream does not say under which number it is held. */
function pathWhileInReview(target: EditorTarget): string {
  if (target.id !== null) return publishedPath(target, target.id);
  if (target.kind === "answer") return paths.question(encodeId(target.questionId));
  return target.kind === "question" ? paths.questions() : paths.articles();
}

/** `tags.2` is a matter of the field `tags`. */
function byField(fields: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) named[path.split(".")[0] ?? path] ??= message;
  return named;
}
