import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { Img } from "#app/components/ui/img";

type Props = {
  label: string;
  name: string;
  /** Address of the picture that is there; empty for none. */
  value: string;
  help?: string;
  error?: string | undefined;
  /** It is looked at on a dark ground. */
  dark?: boolean;
};

/** A picture in a form: the one that is there, a file in its place, or none. Read by `takePicture`. */
export function PictureField({ label, name, value, help, error, dark = false }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input type="hidden" name={name} value={value} />
      {value ? (
        <div className={dark ? "admin-picture admin-picture--dark" : "admin-picture"}>
          <Img src={value} alt="现在的图片" width={160} height={64} className="admin-picture__img" />
        </div>
      ) : null}
      <input
        id={id}
        type="file"
        name={`${name}.file`}
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        {...(error ? { "aria-invalid": true } : {})}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
      />
      {value ? (
        <label className="choice">
          <input type="checkbox" name={`${name}.none`} value="1" />
          不用图片
        </label>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        {help ? `${help}；` : ""}JPG、PNG、WebP、GIF 或 AVIF，不超过 10 MB
      </p>
    </div>
  );
}
