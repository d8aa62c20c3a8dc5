import { useId } from "react";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { Img } from "#app/components/ui/img";
import { EditorPlace } from "./model/editor-place";
import type { EditorValues } from "./model/editor-values";
import { PlainUpload } from "./plain-upload";

/** A classification that an article can be put into. */
export type ClassificationChoice = { id: number; name: string };

type Props = {
  values: EditorValues;
  choices: readonly ClassificationChoice[];
  fields: Record<string, string>;
};

/** Fields that only articles have: classification and cover. */
export function ArticleFields({ values, choices, fields }: Props) {
  const group = { id: useId(), error: fields.classificationId };
  const cover = { id: useId(), error: fields.coverUrl };
  // An article may stay in a classification that was hidden meanwhile.
  const kept = values.classificationId !== "" && !choices.some((one) => String(one.id) === values.classificationId);
  return (
    <div className="article-fields">
      <FieldRow {...group} label="分类">
        <select
          id={group.id}
          name="classificationId"
          className="input"
          defaultValue={values.classificationId}
          {...describedBy(group)}
        >
          <option value="">不分类</option>
          {kept ? <option value={values.classificationId}>保持原来的分类</option> : null}
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </select>
      </FieldRow>
      <FieldRow {...cover} label="封面">
        <EditorPlace name="cover" className={values.coverUrl ? "cover-place" : undefined} />
        <input
          id={cover.id}
          name="coverUrl"
          className="input"
          inputMode="url"
          defaultValue={values.coverUrl}
          placeholder="本站图片的地址，可以不填"
          autoComplete="off"
          {...describedBy(cover)}
        />
        {values.coverUrl ? (
          <noscript>
            <Img src={values.coverUrl} alt="封面" width={240} height={135} className="cover__picture" />
          </noscript>
        ) : null}
        <PlainUpload name="coverFile" label="封面图片" intent="cover" button="上传封面" help="不超过 10 MB" />
      </FieldRow>
    </div>
  );
}
