import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { Img } from "#app/components/ui/img";

type Props = {
  label: string;
  name: string;
  /** URL of the current picture; empty for none. */
  value: string;
  help?: string;
  error?: string | undefined;
  /** Preview it on a dark background. */
  dark?: boolean;
};

/** Form field for a picture: keep the current one, replace it, or remove it. Read by `takePicture`. */
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
