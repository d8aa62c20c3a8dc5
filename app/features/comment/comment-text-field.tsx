import { FieldError } from "#app/components/ui/field-error";

type Props = {
  id: string;
  /** Words that it begins with, as `useTypedText` gives them. */
  text: string;
  error: string | undefined;
};

/** Field with the words of a comment that is there already. */
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
