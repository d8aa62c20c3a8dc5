import { type HeldDetail, heldDetail, reviewApi } from "#app/contract/moderation/review";
import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { textOf } from "#app/forms/read-form.server";
import { notice } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Result, as a sentence. */
type Changed = { message: string; gone: boolean };

/**
 * A held comment as typed, its version, and that of the published comment that it changes (0 for none); both are
 * updated on a conflict.
 */
export type HeldValues = { id: number; version: number; baseVersion: number; text: string };

/**
 * Handles a held text's page by `intent`: withdraws it, discards it, or resubmits a comment.
 * @throws Response 400 for anything that our buttons don't send
 */
export function changeHeld(
  args: ServerArgs,
  id: number,
  form: FormData,
  values: HeldValues,
): Promise<FormResult<Changed, HeldValues>> {
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const change = async (): Promise<Changed> => {
    if (intent === "withdraw") {
      await call(reviewApi.withdraw, { body: { id } }).catch(saying({ CONFLICT: REVIEWED }));
      return { message: "已撤回，文字还在这里，可以修改后重新提交", gone: false };
    }
    if (intent === "remove") {
      await call(reviewApi.remove, { body: { id } }).catch(saying({ CONFLICT: PUBLIC }));
      return { message: "已删除", gone: true };
    }
    if (intent !== "change") throw notice(400, "请求无效");
    const { version, baseVersion, text } = values;
    const body = { id, version, baseVersion: baseVersion || undefined, content: text };
    const { state } = await call(reviewApi.put, { body }).catch((error: unknown) => {
      const stored = error instanceof UpstreamError && error.code === "CONFLICT" ? storedOf(error) : null;
      const conflict = stored ? conflictOf(stored, values) : undefined;
      return saying({ CONFLICT: conflict, ALREADY_SUBMITTED: OUT })(error);
    });
    return { message: state === "approved" ? "评论已发布" : "修改已提交，审核通过后会公开显示", gone: false };
  };
  return attempt(change, { values });
}

const REVIEWED = "审核已经有了结果，不能再撤回，刷新后可以看到";
const PUBLIC = "这段内容已经公开，请到它的页面上删除";
const OUT = "这条评论已经公开，写好的修改没有提交，还在下面。需要的话可以另外发一条评论";
const changedTo = (content: string) => `这条评论在别处改过了，现在是：“${content}”。要换成下面写的，请再提交一次`;

const changedInPublic = (content: string) =>
  `这条评论已经公开的文字后来改过，现在是：“${content}”。要换成下面写的，请再提交一次`;

/** Says what a comment conflicts with, and notes its version: submitting again after seeing it overwrites it. */
function conflictOf({ version, fields, newer }: HeldDetail, values: HeldValues): string {
  if (newer && version === values.version) {
    values.baseVersion = newer.version;
    return changedInPublic(newer.fields.content);
  }
  values.version = version;
  return changedTo(fields.content);
}

const storedOf = ({ data }: UpstreamError) => heldDetail.safeParse(data).data ?? null;

/** Replaces a refusal's message, by its code. */
const saying =
  (words: Record<string, string | undefined>) =>
  (error: unknown): never => {
    const said = error instanceof UpstreamError ? words[error.code] : undefined;
    throw error instanceof UpstreamError && said ? new UpstreamError(error.code, said, null, error.endpoint) : error;
  };
