import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import type { AskedLetters } from "#app/features/captcha/captcha-question";
import { WritingCaptcha } from "#app/features/captcha/writing-captcha";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { FormResult } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";
import { CommentTextField } from "./comment-text-field";

/** Text of an edited comment, the version it is based on, and where to go afterwards. */
export type CorrectionValues = { text: string; version: number; next: string };

/** Result of an edit: a message, and where to see it. */
export type CorrectionResult = FormResult<
  { to: string; message: string },
  CorrectionValues,
  never,
  { captcha: AskedLetters }
>;

type Props = {
  comment: { id: number; text: string; version: number };
  next: string;
  result: CorrectionResult | undefined;
};

/** Form to edit one's own comment. */
export function CorrectionForm({ comment, next, result }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const busy = useNavigation().state !== "idle";
  const { refused, fields, notice, values } = useFormResult(form, result, { busy, names: ["text"] });
  const captcha = refused?.detail?.captcha;
  return (
    <Form ref={form} method="post" className="comment-form" data-unsent={`correction:${comment.id}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <input type="hidden" name="version" value={values?.version ?? comment.version} />
      <input type="hidden" name="next" value={next} />
      <CommentTextField text={values?.text ?? comment.text} error={fields.text} />
      {captcha ? <WritingCaptcha key={captcha.token} asked={captcha} /> : null}
      <div className="comment-form__foot">
        <Button type="submit" variant="primary" size="small" busy={busy}>
          保存修改
        </Button>
      </div>
    </Form>
  );
}
