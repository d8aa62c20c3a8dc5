import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { FlashMessage } from "#app/components/ui/flash-message";
import { focusInvalid } from "#app/components/ui/focus-invalid";
import { useTypedText } from "#app/components/ui/typed-text";
import { NO_ERRORS, useFieldErrors } from "#app/components/ui/use-field-errors";
import { loginApart } from "#app/features/login/login-apart";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";

/** Why a comment was not handed in, with what was typed and what it is a change of. */
export type HeldRefusal = {
  id: number;
  version: number;
  text: string;
  message: string;
  /** It was refused since the login has ended. */
  login: boolean;
  fields: Record<string, string>;
};

type Props = {
  held: { id: number; content: string; version: number };
  /** The answer to words that were not taken, with what was typed. */
  refused: HeldRefusal | undefined;
};

/** A held comment, to be changed and handed in again where it is shown. */
export function HeldComment({ held, refused }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const busy = useNavigation().state !== "idle";
  const text = useTypedText(id, refused?.text || held.content);
  const told = refused?.fields ?? NO_ERRORS;
  const { text: error } = useFieldErrors(form, told);
  useEffect(() => {
    if (refused) focusInvalid(form.current);
  }, [refused]);
  return (
    <Form ref={form} method="post" className="comment-form" data-unsent={`held:${held.id}`}>
      <UnsentNotice {...unsent} />
      {refused && !told.text ? (
        <FlashMessage kind="error" message={refused.message} action={refused.login ? loginApart() : undefined} />
      ) : null}
      <input type="hidden" name="version" value={refused?.version ?? held.version} />
      <label htmlFor={id} className="field__label">
        评论
      </label>
      <textarea
        id={id}
        name="text"
        className="input comment-form__text"
        rows={4}
        required
        defaultValue={text}
        suppressHydrationWarning
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      <FieldError id={`${id}-error`} message={error} />
      <div className="comment-form__foot">
        <Button type="submit" name="intent" value="change" variant="primary" size="small" disabled={busy}>
          保存并重新提交
        </Button>
      </div>
    </Form>
  );
}
