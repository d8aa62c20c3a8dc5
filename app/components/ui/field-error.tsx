import { Icon } from "./icon";

/** Error of a field; renders nothing without one. `id` is referenced by the field's `aria-describedby`. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="field__error" id={id}>
      <Icon name="warning" />
      {message}
    </p>
  );
}
