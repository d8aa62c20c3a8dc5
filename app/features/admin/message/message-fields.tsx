import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { TextArea } from "#app/forms/text-area";
import { MESSAGE_AUDIENCES } from "./message-states";

/** Submitted values of a message's form. */
export type MessageFieldsTyped = {
  title: string;
  text: string;
  path: string;
  to: string;
  categoryId: string;
  memberIds: string;
};

type Category = { id: number; name: string };

type Props = {
  values: Partial<MessageFieldsTyped>;
  /** Errors by field. */
  errors: Record<string, string>;
  categories: readonly Category[];
  /** The stored draft's category, which may be hidden from readers. */
  stored: Category | null | undefined;
};

const AUDIENCES = Object.entries(MESSAGE_AUDIENCES);

/** Form fields of a message: its text, link and recipients. */
export function MessageFields({ values, errors, categories, stored }: Props) {
  const id = useId();
  return (
    <>
      <TextField label="标题" name="title" required defaultValue={values.title ?? ""} error={errors.title} />
      <TextArea
        label="正文（选填，不超过 300 字）"
        name="text"
        rows={4}
        defaultValue={values.text}
        error={errors.text}
      />
      <TextField
        label="点开去哪里（选填）"
        name="path"
        defaultValue={values.path ?? ""}
        help="本站的页面，以 / 开头，例如 /announcement"
        error={errors.path}
      />
      <div className="field" role="radiogroup" aria-labelledby={`${id}-to`}>
        <p className="field__label" id={`${id}-to`}>
          发给谁
        </p>
        <div className="admin-choices">
          {AUDIENCES.map(([to, { label, text }]) => (
            <label key={to} className="choice">
              <input type="radio" name="to" value={to} defaultChecked={(values.to || "all") === to} />
              <span>
                {label}
                <small>{text}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError id={`${id}-to-error`} message={errors.to} />
      </div>
      <SelectField
        label="有知库权益的用户：能读哪个分类"
        name="categoryId"
        defaultValue={values.categoryId ?? ""}
        options={[["", "任何一个"], ...categories.map((one) => [String(one.id), one.name] as const)]}
        held={stored && String(stored.id) === values.categoryId ? stored.name : `分类 #${values.categoryId}`}
        error={errors.categoryId}
      />
      <TextArea
        label="指定用户：用户编号，以空格、逗号或换行分开"
        name="memberIds"
        rows={3}
        defaultValue={values.memberIds}
        error={errors.memberIds}
      />
    </>
  );
}
