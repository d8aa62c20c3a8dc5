import { TextField } from "#app/components/ui/text-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import type { RowField } from "#app/features/admin/rows/row-list";
import { TextArea } from "#app/forms/text-area";
import { type BuiltRow, rulesOf } from "./built-row";
import { CONTENT_KINDS, QUESTION_TYPES } from "./built-words";

const CHOICES = new Set(["select", "radio", "checkbox"]);

type Props = { field: RowField<keyof BuiltRow>; row: BuiltRow; at: number; errors: Record<string, string> };

/** Editor of one question of a form: its text, and the rules for its answers. */
export function BuiltField({ field, row, at, errors }: Props) {
  const rules = rulesOf(row).length - (row.required ? 1 : 0);
  const wrong = Object.keys(errors).some((name) => RULE_INPUTS.some((input) => name === `fields.${at}.${input}`));
  return (
    <>
      <input type="hidden" name={`fields.${at}.name`} value={row.name} />
      <input type="hidden" name={`fields.${at}.more`} value={row.more} />
      <TextField label="题目" {...field("label")} />
      <SelectField label="类型" {...field("type")} options={QUESTION_TYPES} />
      {CHOICES.has(row.type) || row.options ? (
        <TextArea label="选项，每行一个" {...field("options")} />
      ) : (
        <details>
          <summary>选项</summary>
          <TextArea label="选项，每行一个" {...field("options")} help="下拉、单选和多选要用" />
        </details>
      )}
      <Check label="必填" name={`fields.${at}.required`} checked={row.required !== ""} />
      <TextField label="说明" {...field("help")} />
      <details open={wrong}>
        <summary>规则{rules > 0 ? `（${rules}）` : ""}</summary>
        <div className="form">
          <TextField label="没有填时的提示" {...field("requiredMessage")} />
          <TextField label="示例文字" {...field("placeholder")} />
          <Check label="不能只有空格" name={`fields.${at}.whitespace`} checked={row.whitespace !== ""} />
          <TextField label="只有空格时的提示" {...field("whitespaceMessage")} />
          <SelectField label="内容" {...field("kind")} options={CONTENT_KINDS} />
          <TextField label="内容不符时的提示" {...field("kindMessage")} />
          <TextField label="下限" inputMode="decimal" {...field("min")} help="数字的大小、文字的字数或选几项" />
          <TextField label="上限" inputMode="decimal" {...field("max")} />
          <TextField label="正好" inputMode="decimal" {...field("len")} help="填了就不看上下限" />
          <TextField label="大小不符时的提示" {...field("sizeMessage")} />
          <TextArea label="只能是这些值，每行一个" {...field("enum")} rows={3} />
          <TextField label="不在其中时的提示" {...field("enumMessage")} />
          <TextField label="正则" {...field("pattern")} help="例如 ^\d{6}$；保存前会用长文字试跑" />
          <TextField label="不合正则时的提示" {...field("patternMessage")} />
        </div>
      </details>
    </>
  );
}

const RULE_INPUTS: readonly (keyof BuiltRow)[] = [
  "requiredMessage",
  "placeholder",
  "whitespaceMessage",
  "kind",
  "kindMessage",
  "min",
  "max",
  "len",
  "sizeMessage",
  "enum",
  "enumMessage",
  "pattern",
  "patternMessage",
];

function Check({ label, name, checked }: { label: string; name: string; checked: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value="1" defaultChecked={checked} />
      {label}
    </label>
  );
}
