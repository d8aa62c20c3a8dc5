import { TextField } from "#app/components/ui/text-field";
import type { Classification } from "#app/contract/content/classification";
import { SelectField } from "#app/features/admin/fields/select-field";
import type { Sorting } from "./sort-names";

type Props = {
  /** Errors by field. */
  errors: Record<string, string>;
  values: Partial<Sorting> | undefined;
  /** Available classifications; empty if the kind has none. */
  classifications: readonly Classification[];
  /** Whether the texts' authors are notified. */
  tells: boolean;
};

/** Form fields to classify several texts: classification, tags to add and to remove, reason. */
export function SortFields({ errors, values, classifications, tells }: Props) {
  return (
    <div className="admin-rule">
      {classifications.length > 0 ? (
        <SelectField
          label="分类"
          name="classificationId"
          defaultValue={values?.classificationId ?? ""}
          options={[
            ["", "分类不变"],
            ["none", "不分类"],
            ...classifications.map((one) => [String(one.id), one.name] as const),
          ]}
          held={`分类 #${values?.classificationId}`}
          error={errors.classificationId}
        />
      ) : null}
      <TextField
        label="加上标签"
        name="addTags"
        help="用逗号隔开"
        defaultValue={values?.addTags ?? ""}
        error={errors.addTags}
      />
      <TextField
        label="去掉标签"
        name="removeTags"
        help="用逗号隔开"
        defaultValue={values?.removeTags ?? ""}
        error={errors.removeTags}
      />
      <TextField
        label={tells ? "为什么改，作者会看到" : "为什么改，记在日志里"}
        name="reason"
        defaultValue={values?.reason ?? ""}
        error={errors.reason}
      />
    </div>
  );
}
