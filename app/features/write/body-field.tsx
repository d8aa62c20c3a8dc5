import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { describedBy } from "#app/components/ui/field-row";
import { useBegunText } from "./begun-text";
import { EditorPlace } from "./model/editor-place";
import { PlainUpload } from "./plain-upload";

type Props = { label: string; placeholder: string; value: string; error: string | undefined };

/** The body of the text: a plain textarea, which works with every input method and browser. */
export function BodyField({ label, placeholder, value, error }: Props) {
  const id = useId();
  const text = useBegunText(id, value);
  return (
    <div className="field body-field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="body-field__box" {...(error ? { "data-invalid": "" } : {})}>
        <EditorPlace name="toolbar" className="body-field__tools needs-script" />
        <div className="body-field__panes">
          <textarea
            id={id}
            name="content"
            className="input body-field__text"
            defaultValue={text}
            placeholder={placeholder}
            suppressHydrationWarning
            {...describedBy({ id, help: true, error })}
          />
          <EditorPlace name="preview" />
        </div>
        <EditorPlace name="uploads" />
        <EditorPlace name="count" className="body-field__foot needs-script" />
        <PlainUpload
          name="pictures"
          label="插入图片"
          intent="pictures"
          button="上传图片"
          help="可以一次选几张，合计不超过 10 MB；传好后在正文末尾"
          multiple
        />
      </div>
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        支持 Markdown：**加粗**、# 标题、- 列表、&gt; 引用、```代码```
      </p>
    </div>
  );
}
