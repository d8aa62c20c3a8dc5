import { shownText } from "#app/contract/text/shown-text";
import type { FormField, FormRule } from "./form";

/** Value of one field: text, or several choices or files. */
export type FormValue = string | string[];
/** Values of a form, by field name. */
export type FormValues = Record<string, FormValue>;

/** Maximum characters of one text; longer ones are refused before any pattern is matched. */
const TEXT_MAX = 5_000;
/** Maximum number of choices or files in one field. */
export const ITEMS_MAX = 50;
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}$/u;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const isList = (field: FormField): boolean => field.type === "checkbox" || field.type === "file";

/** Normalizes a value for validation and storage: a list for list fields, and `\n` line breaks. */
export function normalizedValue(field: FormField, value: FormValue = ""): FormValue {
  if (isList(field)) return [value].flat().filter((item) => item !== "");
  // Browsers submit CRLF, which their own scripts, and any character count, treat as one character.
  return ([value].flat()[0] ?? "").replace(/\r\n?/g, "\n");
}

/**
 * Error of a normalized value, in Chinese; null if it is valid. Used by the browser and the upstream. Same semantics as
 * async-validator (Element Plus): an empty optional field passes all other rules, `len` takes precedence over `min` and
 * `max`, characters are code points.
 */
export function fieldProblem(field: FormField, value: FormValue): string | null {
  if ([value].flat().some((text) => text.length > TEXT_MAX)) return `${field.label}太长`;
  if (Array.isArray(value) && value.length > ITEMS_MAX) return field.label + LIST_WORDS.max(ITEMS_MAX);
  const rules = rulesOf(field);
  const numeric = rules.some((rule) => rule.type === "number" || rule.type === "integer");
  for (const rule of rules) {
    const problem = problemOf(field, rule, value, numeric);
    if (problem) return rule.message ?? problem;
  }
  return null;
}

/** Rules of the field: those of the form, then those implied by its type. */
function rulesOf(field: FormField): FormRule[] {
  const own: FormRule[] = [];
  if (field.type === "number" || field.type === "email" || field.type === "url" || field.type === "date") {
    own.push({ type: field.type });
  }
  if (field.type === "select" || field.type === "radio" || field.type === "checkbox") {
    own.push({ enum: field.options.map((option) => option.value) });
  }
  // Report a missing value before an invalid one.
  const required = field.rules.filter((rule) => rule.required || rule.whitespace);
  return [...required, ...field.rules.filter((rule) => !required.includes(rule)), ...own];
}

/** Error of a value by one rule, in the field's terms; null if it is valid. */
function problemOf(
  { label, type, options }: FormField,
  rule: FormRule,
  value: FormValue,
  numeric: boolean,
): string | null {
  if (value.length === 0) return rule.required ? `${label}不能为空` : null;
  if (rule.whitespace && typeof value === "string" && shownText(value) === "") return `${label}不能只包含空格`;
  const typed = typeProblem(label, rule, value);
  if (typed) return typed;
  // For files, the upstream has keys and the browser names: only their number is comparable.
  const values = type === "file" ? [] : [value].flat();
  if (rule.enum) {
    const allowed = rule.enum;
    const named = allowed.map((one) => options.find((option) => option.value === one)?.label ?? one);
    if (values.some((one) => !allowed.includes(one))) return `${label}必须是以下值之一：${named.join("、")}`;
  }
  return rangeProblem(label, rule, value, numeric) ?? patternProblem(label, rule, values);
}

function typeProblem(label: string, { type }: FormRule, value: FormValue): string | null {
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
  if (!/^https?:\/\/[^\s/]/i.test(text)) return false;
  try {
    const { hostname } = new URL(text);
    return hostname.includes(".") || hostname === "localhost";
  } catch {
    return false;
  }
}

/** Whether a date exists: no 30th of February. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function rangeProblem(label: string, { len, min, max }: FormRule, value: FormValue, numeric: boolean): string | null {
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
  const expression = patternOf(pattern);
  return !expression || values.every((value) => expression.test(value)) ? null : `${label}格式不正确`;
}

/** The regular expression of a rule; null if its source is none. */
export function patternOf(source: string): RegExp | null {
  try {
    return new RegExp(source, "u");
  } catch {
    return null;
  }
}
