import { formatDateTime } from "#app/components/ui/format-time";
import { formatYuan } from "#app/components/ui/format-yuan";
import { type TextPart, textDifference } from "#app/features/difference/text-difference.server";
import { fieldName, wordFor } from "./field-names";

/**
 * Difference of one field, as parts of its text. `name` is the field's label; empty if the value has no fields. `kept`
 * marks internal data for undoing and checking, shown under its raw name.
 */
export type FieldChange = { name: string; kept: boolean; parts: TextPart[] };

/** Returns the fields in which two states of an item of a kind differ, as readable texts. */
export function changedFields(kind: string, before: unknown, after: unknown): FieldChange[] {
  const [old, fresh] = [fieldsOf(kind, before), fieldsOf(kind, after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return keys.flatMap((key) => {
    const [was, is] = [old[key] ?? "", fresh[key] ?? ""];
    if (was === is) return [];
    const name = fieldName(key);
    return [{ name: name ?? key, kept: name === null, parts: textDifference(was, is) }];
  });
}

/** Texts of an item by field label. A setting is its value. */
function fieldsOf(kind: string, thing: unknown): Record<string, string> {
  if (thing === null || thing === undefined) return {};
  if (typeof thing !== "object" || Array.isArray(thing)) return { "": textOf(kind, "", thing) };
  const { value, ...rest } = thing as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, one]) => [key, textOf(kind, key, one)] as const);
  return { ...fieldsOf(kind, value), ...Object.fromEntries(fields) };
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function textOf(kind: string, key: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "number") return key === "price" || key === "limit" ? formatYuan(value) : String(value);
  if (typeof value === "string")
    return MOMENT.test(value) ? formatDateTime(Date.parse(value)) : wordFor(kind, key, value);
  if (!Array.isArray(value)) return linesOf(kind, value);
  if (value.every((one) => typeof one !== "object")) return value.map((one) => textOf(kind, key, one)).join("、");
  return value.map((one) => linesOf(kind, one)).join("\n\n");
}

/** Formats a nested object, one line for each labelled field; if none is labelled, for each. */
function linesOf(kind: string, thing: object): string {
  const lines = Object.entries(thing).map(([key, one]) => ({
    key,
    name: fieldName(key),
    text: textOf(kind, key, one),
  }));
  const known = lines.filter(({ name }) => name !== null);
  return (known.length > 0 ? known : lines)
    .flatMap(({ key, name, text }) => (text ? [`${name ?? key}：${text.includes("\n") ? indented(text) : text}`] : []))
    .join("\n");
}

const indented = (text: string): string => `\n${text.replace(/^(?=.)/gm, "  ")}`;
