import { textOfRows } from "#app/features/admin/rows/text-of-rows";
import type { BuiltRow } from "./built-row";

/** Types of questions, in display order. */
export const QUESTION_TYPES = [
  ["text", "一行文字"],
  ["textarea", "多行文字"],
  ["number", "数字"],
  ["email", "邮箱"],
  ["url", "网址"],
  ["date", "日期"],
  ["select", "下拉选择"],
  ["radio", "单选"],
  ["checkbox", "多选"],
  ["file", "文件"],
] as const;

/** Kinds of content that a rule may require, in display order. */
export const CONTENT_KINDS = [
  ["", "不限"],
  ["string", "文字"],
  ["number", "数字"],
  ["integer", "整数"],
  ["email", "邮箱"],
  ["url", "网址"],
  ["date", "日期"],
  ["array", "列表"],
] as const;

/** Label of each part of a question; its `name` only tells it from the others. */
const LABELS: Record<Exclude<keyof BuiltRow, "name">, string> = {
  label: "题目",
  type: "类型",
  options: "选项",
  required: "必填",
  help: "说明",
  requiredMessage: "没有填时的提示",
  placeholder: "示例文字",
  whitespace: "不能只有空格",
  whitespaceMessage: "只有空格时的提示",
  kind: "内容",
  kindMessage: "内容不符时的提示",
  min: "下限",
  max: "上限",
  len: "正好",
  sizeMessage: "大小不符时的提示",
  enum: "只能是这些值",
  enumMessage: "不在其中时的提示",
  pattern: "正则",
  patternMessage: "不合正则时的提示",
  more: "另外的规则",
};

const nameIn = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([one]) => one === value)?.[1] ?? value;
const boxed = (value: string): string => (value ? "是" : "");
const inLine = (lines: string): string =>
  lines
    .trim()
    .split(/\s*\n\s*/)
    .join("、");

/** Questions of a form as one text, with everything about each. */
export const textOfQuestions = (rows: readonly BuiltRow[]): string =>
  textOfRows(
    LABELS,
    rows.map((row) => ({
      ...row,
      type: nameIn(QUESTION_TYPES, row.type),
      kind: row.kind && nameIn(CONTENT_KINDS, row.kind),
      required: boxed(row.required),
      whitespace: boxed(row.whitespace),
      options: inLine(row.options),
      enum: inLine(row.enum),
    })),
  );
