import { useId } from "react";
import type { EditorValues } from "./editor-values";
import { FieldNote } from "./field-note";

export type ClassificationChoice = { id: number; name: string };

type Props = {
  values: EditorValues;
  choices: readonly ClassificationChoice[];
  fields: Record<string, string>;
};

/** What only articles have: where they belong, and a cover. */
export function ArticleFields({ values, choices, fields }: Props) {
  const id = useId();
  return (
    <div className="article-fields">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-class`}>
          分类
        </label>
        <select
          id={`${id}-class`}
          name="classificationId"
          className="input"
          defaultValue={values.classificationId}
          aria-describedby={`${id}-class-note`}
        >
          <option value="">不分类</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </select>
        <FieldNote id={`${id}-class-note`} error={fields.classificationId} />
      </div>
      <div className="field">
        <label className="field__label" htmlFor={`${id}-cover`}>
          封面
        </label>
        <div data-slot="cover" />
        <input
          id={`${id}-cover`}
          name="coverUrl"
          className="input"
          inputMode="url"
          defaultValue={values.coverUrl}
          placeholder="本站图片的地址，可以不填"
          autoComplete="off"
          aria-describedby={`${id}-cover-note`}
          {...(fields.coverUrl ? { "aria-invalid": true } : {})}
        />
        <FieldNote id={`${id}-cover-note`} error={fields.coverUrl} />
      </div>
    </div>
  );
}
