import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { Img } from "#app/components/ui/img";
import { PICTURE_ACCEPT, PICTURE_NAMES } from "#app/contract/files/picture-types";

type Props = {
  label: string;
  name: string;
  /** URL of the current picture; empty for none. */
  defaultValue: string;
  help?: string;
  error?: string | undefined;
  /** Preview it on a dark background. */
  dark?: boolean;
};

/** Form field for a picture: keep the current one, replace it, or remove it. Read by `takePicture`. */
export function PictureField({ label, name, defaultValue, help, error, dark = false }: Props) {
  const id = useId();
  const note = (
    <>
      {help ? `${help}；` : ""}
      {PICTURE_NAMES}，不超过 10 MB
    </>
  );
  return (
    <FieldRow id={id} label={label} help={note} error={error}>
      <input type="hidden" name={name} value={defaultValue} />
      {defaultValue ? (
        <div className={dark ? "admin-picture admin-picture--dark" : "admin-picture"}>
          <Img src={defaultValue} alt="现在的图片" width={160} height={64} className="admin-picture__img" />
        </div>
      ) : null}
      <input
        id={id}
        type="file"
        name={`${name}.file`}
        accept={PICTURE_ACCEPT}
        {...describedBy({ id, help: note, error })}
      />
      {defaultValue ? (
        <label className="choice">
          <input type="checkbox" name={`${name}.none`} value="1" />
          不用图片
        </label>
      ) : null}
    </FieldRow>
  );
}
