import type { FormField, FormRule } from "#app/contract/content/form";
import { numberOf } from "#app/contract/text/number-of";

/** Fields of a form builder's row, each a text of the form. */
export const BUILT_ROW = [
  "name",
  "label",
  "type",
  "placeholder",
  "help",
  "options",
  "required",
  "requiredMessage",
  "whitespace",
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
  "more",
] as const;
export type BuiltRow = Record<(typeof BUILT_ROW)[number], string>;

/** An empty row. */
export const EMPTY_ROW: BuiltRow = {
  ...(Object.fromEntries(BUILT_ROW.map((name) => [name, ""])) as BuiltRow),
  type: "text",
};

/** Properties of each kind of rule. */
const SLOTS = {
  required: ["required"],
  whitespace: ["whitespace"],
  kind: ["type"],
  size: ["min", "max", "len"],
  enum: ["enum"],
  pattern: ["pattern"],
} as const satisfies Record<string, readonly (keyof FormRule)[]>;
type Slot = keyof typeof SLOTS;
const slots = Object.keys(SLOTS) as Slot[];

/** Converts a field to a row. If two rules are of one kind, the second is kept in `more`, not editable. */
export function rowOf(field: FormField): BuiltRow {
  const { name, label, type, placeholder, help } = field;
  const row = { ...EMPTY_ROW, name, label, type, placeholder, help };
  row.options = field.options.map((option) => option.label).join("\n");
  const filled = new Set<Slot>();
  const more: FormRule[] = [];
  for (const rule of field.rules) {
    const wanted = slots.filter((slot) => SLOTS[slot].some((key) => rule[key] !== undefined && rule[key] !== false));
    if (wanted.some((slot) => filled.has(slot))) {
      more.push(rule);
      continue;
    }
    for (const slot of wanted) {
      filled.add(slot);
      Object.assign(row, textsOf(rule, slot), rule.message ? { [`${slot}Message`]: rule.message } : {});
    }
  }
  return { ...row, more: more.length > 0 ? JSON.stringify(more) : "" };
}

const shown = (value: number | undefined): string => (value === undefined ? "" : String(value));

function textsOf(rule: FormRule, slot: Slot): Partial<BuiltRow> {
  switch (slot) {
    case "required":
      return { required: "1" };
    case "whitespace":
      return { whitespace: "1" };
    case "kind":
      return { kind: rule.type ?? "" };
    case "size":
      return { min: shown(rule.min), max: shown(rule.max), len: shown(rule.len) };
    case "enum":
      return { enum: rule.enum?.join("\n") ?? "" };
    case "pattern":
      return { pattern: rule.pattern ?? "" };
  }
}

/** A rule of a row with its kind; null for those kept in `more`. */
type Asked = { slot: Slot | null; rule: FormRule };

/** Rules of a row, in the order in which they are sent. */
export function rulesOf(row: BuiltRow): Asked[] {
  const asked = slots.flatMap((slot): Asked[] => {
    const rule = ruleOf(row, slot);
    const message = row[`${slot}Message`];
    return rule ? [{ slot, rule: message ? { ...rule, message } : rule }] : [];
  });
  return [...asked, ...carried(row.more).map((rule) => ({ slot: null, rule }))];
}

function carried(more: string): FormRule[] {
  try {
    const rules: unknown = JSON.parse(more);
    return Array.isArray(rules) ? (rules as FormRule[]) : [];
  } catch {
    return [];
  }
}

const sizeOf = (text: string): number | undefined => (text.trim() === "" ? undefined : numberOf(text));
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function ruleOf(row: BuiltRow, slot: Slot): FormRule | null {
  switch (slot) {
    case "required":
      return row.required ? { required: true } : null;
    case "whitespace":
      return row.whitespace ? { whitespace: true } : null;
    case "kind":
      return row.kind ? { type: row.kind as FormRule["type"] } : null;
    case "size": {
      const [min, max, len] = [sizeOf(row.min), sizeOf(row.max), sizeOf(row.len)];
      return min === undefined && max === undefined && len === undefined ? null : { min, max, len };
    }
    case "enum": {
      const allowed = linesOf(row.enum);
      return allowed.length > 0 ? { enum: allowed } : null;
    }
    case "pattern":
      return row.pattern ? { pattern: row.pattern } : null;
  }
}

/** Converts a row to a field of the request. */
export const fieldOf = (row: BuiltRow) => ({
  name: row.name,
  label: row.label,
  type: row.type as FormField["type"],
  placeholder: row.placeholder,
  help: row.help,
  options: linesOf(row.options).map((label) => ({ label })),
  rules: rulesOf(row).map(({ rule }) => rule),
});

/** Maps errors from request paths to the names of the rows' inputs: `fields.0.rules.2.type` to `fields.0.kind`. */
export function atInputs(wrong: Record<string, string>, rows: readonly BuiltRow[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wrong).map(([path, message]) => {
      const [list, at, part, nth, key] = path.split(".");
      const row = rows[Number(at)];
      if (list !== "fields" || !row || nth === undefined) return [path, message];
      if (part === "options") return [`fields.${at}.options`, message];
      const slot = part === "rules" ? (rulesOf(row)[Number(nth)]?.slot ?? "pattern") : part;
      const input = key === "message" ? `${slot}Message` : key === "type" ? "kind" : (key ?? firstInput(slot));
      return [`fields.${at}.${input}`, message];
    }),
  );
}

const firstInput = (slot: string | undefined): string => (slot === "size" ? "min" : (slot ?? "label"));
