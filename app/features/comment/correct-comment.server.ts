import { MESSAGES } from "#app/contract/codes";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { withLetters, writingPass } from "#app/features/captcha/writing-captcha.server";
import { attempt } from "#app/forms/attempt.server";
import { textOf } from "#app/forms/read-form.server";
import { heldIdOf } from "#app/server/errors/held-id.server";
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
      const held = heldIdOf(error);
      if (held !== null) return { to: serverPaths.held(held), message: MESSAGES.CONTENT_HELD };
      if (!(error instanceof UpstreamError)) throw error;
      const about = error.data as Partial<Stored> | null;
      if (error.code !== "CONFLICT" || typeof about?.version !== "number") throw error;
      values.version = about.version;
      throw new UpstreamError(error.code, changedTo(about.text ?? ""), null, error.endpoint);
    }
  };
  return withLetters(args, form, await attempt(correct, { values }));
}

const changedTo = (text: string) => `这条评论在别处改过了，现在是：“${text}”。要换成下面写的，请再保存一次`;
