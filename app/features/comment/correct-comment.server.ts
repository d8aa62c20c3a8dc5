import { MESSAGES } from "#app/contract/codes";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { askLetters, writingPass } from "#app/features/captcha/writing-captcha.server";
import { attempt } from "#app/forms/attempt.server";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { serverPaths } from "#app/server/urls/server-paths";
import type { CorrectionResult, CorrectionValues } from "./correction-form";

type Stored = { text: string; version: number };

/** Saves an edited comment; submitting again after a conflict overwrites it. */
export async function correctComment(args: ServerArgs, id: number, form: FormData): Promise<CorrectionResult> {
  const values: CorrectionValues = {
    text: textOf(form, "text"),
    version: Number(textOf(form, "version")) || 1,
    next: safePath(textOf(form, "next")),
  };
  const correct = async () => {
    const { text, version, next } = values;
    const body = { id, text, version, captchaVerification: await writingPass(args, form) };
    try {
      await gateway(args).call(commentEditApi.put, { body });
      return { to: `${next.replace(/#.*$/, "")}#comment-${id}`, message: "评论已修改" };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const about = error.data as Partial<Stored> & { id?: unknown };
      if (error.code === "CONTENT_HELD" && typeof about?.id === "number") {
        return { to: serverPaths.held(about.id), message: MESSAGES.CONTENT_HELD };
      }
      if (error.code !== "CONFLICT" || typeof about?.version !== "number") throw error;
      values.version = about.version;
      throw new UpstreamError(error.code, changedTo(about.text ?? ""), null, error.endpoint);
    }
  };
  const result: CorrectionResult = await attempt(correct, { values });
  if (result.status !== "refused" || result.code !== "CAPTCHA_REQUIRED") return result;
  const asked = await attempt(() => askLetters(args, form), { values });
  return asked.status === "ok" ? { ...result, fields: {}, detail: { captcha: asked.data } } : asked;
}

const changedTo = (text: string) => `这条评论在别处改过了，现在是：“${text}”。要换成下面写的，请再保存一次`;
