import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { formatBytes } from "#runtime/format-bytes";

type Props = {
  label: string;
  name: string;
  /** Key of the current file; empty for none. */
  value: string;
  /** Name and size of the current file, if known. */
  file: { key: string; fileName: string; bytes: number } | null;
  /** Accepted types, in the syntax of file inputs. */
  accept?: string;
  /** Label of the choice to remove it. */
  none: string;
  help: string;
  error?: string | undefined;
};

/** Form field for a file: keep the current one, replace it, or remove it. */
export function FileField({ label, name, value, file, accept, none, help, error }: Props) {
  const id = useId();
  const shown = file?.key === value ? `${file.fileName}，${formatBytes(file.bytes)}` : "已上传的文件";
  return (
    <FieldRow id={id} label={label} help={help} error={error}>
      <input type="hidden" name={name} value={value} />
      {value ? <p>{shown}</p> : null}
      {/* Cleared once it is uploaded, so that it is not sent again. */}
      <input
        key={value}
        id={id}
        type="file"
        name={`${name}.file`}
        accept={accept}
        {...describedBy({ id, help: help, error })}
      />
      {value ? (
        <label className="choice">
          <input type="checkbox" name={`${name}.none`} value="1" />
          {none}
        </label>
      ) : null}
    </FieldRow>
  );
}
