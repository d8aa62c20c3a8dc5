import { useId } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { LinesField } from "#app/features/admin/fields/lines-field";
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

type Props = {
  values: Partial<MessageFieldsTyped>;
  /** Errors by field. */
  errors: Record<string, string>;
  categories: readonly { id: number; name: string }[];
};

const AUDIENCES = Object.entries(MESSAGE_AUDIENCES);

/** Form fields of a message: its text, link and recipients. */
export function MessageFields({ values, errors, categories }: Props) {
  const id = useId();
  return (
    <>
      <TextField label="标题" name="title" required defaultValue={values.title ?? ""} error={errors.title} />
      <LinesField
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
      <div className="field">
        <label className="field__label" htmlFor={`${id}-category`}>
          有知库权益的用户：能读哪个分类
        </label>
        <select
          id={`${id}-category`}
          name="categoryId"
          className="input"
          defaultValue={values.categoryId ?? ""}
          {...(errors.categoryId ? { "aria-invalid": true, "aria-describedby": `${id}-category-error` } : {})}
        >
          <option value="">任何一个</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {category.name}
            </option>
          ))}
        </select>
        <FieldError id={`${id}-category-error`} message={errors.categoryId} />
      </div>
      <LinesField
        label="指定用户：用户编号，以空格、逗号或换行分开"
        name="memberIds"
        rows={3}
        defaultValue={values.memberIds}
        error={errors.memberIds}
      />
    </>
  );
}
