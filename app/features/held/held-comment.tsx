import { useId } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";

type Props = {
  held: { content: string; version: number };
  /** The answer to words that were not taken, with what was typed. */
  refused: { fields: Record<string, string>; text: string } | undefined;
};

/** A held comment, to be changed and handed in again where it is shown. */
export function HeldComment({ held, refused }: Props) {
  const id = useId();
  const error = refused?.fields.content;
  return (
    <form method="post" className="comment-form">
      <input type="hidden" name="version" value={held.version} />
      <label htmlFor={id} className="field__label">
        评论
      </label>
      <textarea
        id={id}
        name="text"
        className="input comment-form__text"
        rows={4}
        required
        defaultValue={refused?.text || held.content}
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      <FieldError id={`${id}-error`} message={error} />
      <div className="comment-form__foot">
        <Button type="submit" name="intent" value="change" variant="primary" size="small">
          保存并重新提交
        </Button>
      </div>
    </form>
  );
}
