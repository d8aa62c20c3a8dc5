import { z } from "zod";
import type { FormField, FormRule } from "./form";

/** What is filled in, by field name: text, or several choices or files. */
export type FormValues = Record<string, string | string[]>;
type Value = string | string[];

/** Characters of one text; nothing longer is looked at, let alone by a pattern. */
const TEXT_MAX = 5_000;
const ITEMS_MAX = 50;
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}$/u;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The schema of a form's values, the same in the browser and in the upstream. Its rules are those of
 * async-validator (Element Plus), with Chinese messages: an empty field that is not required passes all others,
 * `len` goes before `min` and `max`, characters are counted as code points. Fields that the form has not are dropped.
 */
export function formValuesSchema(fields: readonly FormField[]) {
  const shape = Object.fromEntries(
    fields.map((field) => {
      const rules = rulesOf(field);
      const value = z
        .union([z.string().max(TEXT_MAX, `${field.label}太长`), z.array(z.string().max(TEXT_MAX)).max(ITEMS_MAX)])
        .default(isList(field) ? [] : "")
        .transform((given) => normalized(field, given))
        .superRefine((given, context) => {
          const message = firstProblem(field, rules, given);
          if (message) context.addIssue({ code: "custom", message });
        });
      return [field.name, value] as const;
    }),
  );
  return z.object(shape);
}

const isList = (field: FormField): boolean => field.type === "checkbox" || field.type === "file";

/** One choice of several comes as text from a plain HTML form. */
function normalized(field: FormField, value: Value): Value {
  if (isList(field)) return (Array.isArray(value) ? value : [value]).filter((item) => item !== "");
  return Array.isArray(value) ? (value[0] ?? "") : value;
}

/** What the kind of field says by itself, then what the form adds. */
function rulesOf(field: FormField): FormRule[] {
  const own: FormRule[] = [];
  if (field.type === "number" || field.type === "email" || field.type === "url" || field.type === "date") {
    own.push({ type: field.type });
  }
  if (field.type === "select" || field.type === "radio" || field.type === "checkbox") {
    own.push({ enum: field.options.map((option) => option.value) });
  }
  // What is missing is said before what is wrong.
  const required = field.rules.filter((rule) => rule.required || rule.whitespace);
  return [...required, ...own, ...field.rules.filter((rule) => !required.includes(rule))];
}

function firstProblem(field: FormField, rules: readonly FormRule[], value: Value): string | null {
  const numeric = rules.some((rule) => rule.type === "number" || rule.type === "integer");
  for (const rule of rules) {
    const problem = problemOf(field, rule, value, numeric);
    if (problem) return rule.message ?? problem;
  }
  return null;
}

/** What one rule has against a value, in the words of the field; null when nothing. */
function problemOf({ label, options }: FormField, rule: FormRule, value: Value, numeric: boolean): string | null {
  if (value.length === 0) return rule.required ? `${label}不能为空` : null;
  if (rule.whitespace && typeof value === "string" && value.trim() === "") return `${label}不能只包含空格`;
  const typed = typeProblem(label, rule, value);
  if (typed) return typed;
  const values = Array.isArray(value) ? value : [value];
  if (rule.enum) {
    const allowed = rule.enum;
    const named = allowed.map((one) => options.find((option) => option.value === one)?.label ?? one);
    if (values.some((one) => !allowed.includes(one))) return `${label}必须是以下值之一：${named.join("、")}`;
  }
  return rangeProblem(label, rule, value, numeric) ?? patternProblem(label, rule, values);
}

function typeProblem(label: string, { type }: FormRule, value: Value): string | null {
  if (type === undefined) return null;
  if (type === "array") return Array.isArray(value) ? null : `${label}应为列表`;
  if (Array.isArray(value)) return `${label}应为文本`;
  const text = value.trim();
  switch (type) {
    case "number":
      return NUMBER.test(text) ? null : `${label}应为数字`;
    case "integer":
      return NUMBER.test(text) && Number.isInteger(Number(text)) ? null : `${label}应为整数`;
    case "email":
      return text.length <= 320 && EMAIL.test(text) ? null : `${label}不是有效的邮箱`;
    case "url":
      return text.length <= 2048 && isWebAddress(text) ? null : `${label}不是有效的网址`;
    case "date":
      return isDate(text) ? null : `${label}日期无效`;
    default:
      return null;
  }
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return hostname.includes(".") || hostname === "localhost";
}

/** A day that the calendar has: no 30th of February. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function rangeProblem(label: string, { len, min, max }: FormRule, value: Value, numeric: boolean): string | null {
  if (len === undefined && min === undefined && max === undefined) return null;
  const [size, words] = Array.isArray(value)
    ? ([value.length, LIST_WORDS] as const)
    : numeric
      ? ([Number(value), NUMBER_WORDS] as const)
      : ([[...value].length, TEXT_WORDS] as const);
  if (len !== undefined) return size === len ? null : label + words.len(len);
  if (min !== undefined && max !== undefined) return size < min || size > max ? label + words.range(min, max) : null;
  if (min !== undefined) return size < min ? label + words.min(min) : null;
  return max !== undefined && size > max ? label + words.max(max) : null;
}

const TEXT_WORDS = {
  len: (n: number) => `须为${n}个字`,
  min: (n: number) => `至少${n}个字`,
  max: (n: number) => `不能超过${n}个字`,
  range: (from: number, to: number) => `须在${from}到${to}个字之间`,
};
const NUMBER_WORDS = {
  len: (n: number) => `须等于${n}`,
  min: (n: number) => `不能小于${n}`,
  max: (n: number) => `不能大于${n}`,
  range: (from: number, to: number) => `须在${from}到${to}之间`,
};
const LIST_WORDS = {
  len: (n: number) => `须为${n}项`,
  min: (n: number) => `至少${n}项`,
  max: (n: number) => `最多${n}项`,
  range: (from: number, to: number) => `须为${from}到${to}项`,
};

function patternProblem(label: string, { pattern }: FormRule, values: readonly string[]): string | null {
  if (!pattern) return null;
  const expression = new RegExp(pattern, "u");
  return values.every((value) => expression.test(value)) ? null : `${label}格式不正确`;
}
