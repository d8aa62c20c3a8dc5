import { Icon } from "#app/components/ui/icon";

type Props = { id: string; help?: string; error?: string | undefined };

/** Error of a field, or else its help text; the field refers to it by `aria-describedby`. */
export function FieldNote({ id, help, error }: Props) {
  if (error) {
    return (
      <p className="field__error" id={id}>
        <Icon name="warning" />
        {error}
      </p>
    );
  }
  return help ? (
    <p className="field__help" id={id}>
      {help}
    </p>
  ) : null;
}
