import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { formatBytes } from "#app/components/ui/format-bytes";

type Props = {
  label: string;
  name: string;
  /** Key of the file that is there; empty for none. */
  value: string;
  /** Its name and size, where they are known. */
  file: { key: string; fileName: string; bytes: number } | null;
  /** Types that are taken, as file inputs name them. */
  accept?: string;
  /** Words that say that there is to be none. */
  none: string;
  help: string;
  error?: string | undefined;
};

/** A file in a form: the one that is there, another in its place, or none. */
export function FileField({ label, name, value, file, accept, none, help, error }: Props) {
  const id = useId();
  const shown = file?.key === value ? `${file.fileName}，${formatBytes(file.bytes)}` : "已上传的文件";
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input type="hidden" name={name} value={value} />
      {value ? <p>{shown}</p> : null}
      {/* Once it is taken in, it is not sent again. */}
      <input
        key={value}
        id={id}
        type="file"
        name={`${name}.file`}
        accept={accept}
        {...(error ? { "aria-invalid": true } : {})}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
      />
      {value ? (
        <label className="choice">
          <input type="checkbox" name={`${name}.none`} value="1" />
          {none}
        </label>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        {help}
      </p>
    </div>
  );
}
