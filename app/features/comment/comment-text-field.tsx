import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TypedArea } from "#app/forms/typed-area";

type Props = {
  text: string;
  error: string | undefined;
};

/** Text field for editing a comment. */
export function CommentTextField({ text, error }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="field__label">
        评论
      </label>
      <TypedArea
        id={id}
        name="text"
        className="input comment-form__text"
        rows={4}
        required
        defaultValue={text}
        {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      <FieldError id={`${id}-error`} message={error} />
    </>
  );
}
