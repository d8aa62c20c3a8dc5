import { FieldError } from "#app/components/ui/field-error";

type Props = {
  id: string;
  /** Initial text, from `useTypedText`. */
  text: string;
  error: string | undefined;
};

/** Text field for editing a comment. */
export function CommentTextField({ id, text, error }: Props) {
  return (
    <>
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
    </>
  );
}
