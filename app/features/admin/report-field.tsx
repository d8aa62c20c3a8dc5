import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { formatBytes } from "#app/components/ui/format-bytes";

type Props = {
  /** Key of the file that is there; empty for none. */
  value: string;
  /** Its name and size, where they are known. */
  file: { key: string; fileName: string; bytes: number } | null;
  error?: string | undefined;
};

/** The report of a case in a form: the one that is there, a file in its place, or none. */
export function ReportField({ value, file, error }: Props) {
  const id = useId();
  const name = file?.key === value ? `${file.fileName}，${formatBytes(file.bytes)}` : "已上传的文件";
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        报告
      </label>
      <input type="hidden" name="report" value={value} />
      {value ? <p>{name}</p> : null}
      <input
        id={id}
        type="file"
        name="report.file"
        accept="application/pdf"
        {...(error ? { "aria-invalid": true } : {})}
        aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
      />
      {value ? (
        <label className="choice">
          <input type="checkbox" name="report.none" value="1" />
          不附报告
        </label>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        PDF，不超过 10 MB；会员登录后可以下载
      </p>
    </div>
  );
}
