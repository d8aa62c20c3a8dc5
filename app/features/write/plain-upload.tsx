import { useId } from "react";
import { Button } from "#app/components/ui/button";
import { PICTURE_ACCEPT } from "#app/contract/files/picture-types";

type Props = { name: string; label: string; intent: string; button: string; help: string; multiple?: boolean };

/** Uploads pictures without scripts: the form is returned with them inserted. */
export function PlainUpload({ name, label, intent, button, help, multiple = false }: Props) {
  const id = useId();
  return (
    <noscript>
      <div className="plain-upload">
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          type="file"
          name={name}
          accept={PICTURE_ACCEPT}
          multiple={multiple}
          aria-describedby={`${id}-help`}
        />
        <Button type="submit" name="intent" value={intent} size="small" icon="image">
          {button}
        </Button>
        <p className="field__help" id={`${id}-help`}>
          {help}
        </p>
      </div>
    </noscript>
  );
}
