import { Icon } from "./icon";

/** Error of a field; nothing when nothing is. `id` is what the field names in `aria-describedby`. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="field__error" id={id}>
      <Icon name="warning" />
      {message}
    </p>
  );
}
