import type { FormField, FormRule } from "#app/contract/form";

/** Rules of a field that a browser can check by itself, as HTML attributes. */
export type FieldAttributes = {
  required?: boolean;
  minLength?: number;
  min?: number;
  max?: number;
  step?: number | "any";
  pattern?: string;
  /** Shown by browsers beside their own words when the pattern does not match. */
  title?: string;
};

const TEXTS = new Set<FormField["type"]>(["text", "textarea", "email", "url"]);
const PATTERNED = new Set<FormField["type"]>(["text", "email", "url"]);

/** The attributes of a field; the upstream checks every rule again, and those that HTML can't say. */
export function fieldAttributes(field: FormField): FieldAttributes {
  const attributes: FieldAttributes = {};
  if (field.type === "number") attributes.step = "any";
  for (const rule of field.rules) {
    // A group of checkboxes can't say that one of them is needed.
    if (rule.required && field.type !== "checkbox") attributes.required = true;
    if (TEXTS.has(field.type)) addLengths(attributes, rule);
    if (field.type === "number") {
      if (rule.type === "integer") attributes.step = 1;
      if (rule.min !== undefined) attributes.min = rule.min;
      if (rule.max !== undefined) attributes.max = rule.max;
    }
    const pattern = patternOf(rule);
    if (pattern && PATTERNED.has(field.type) && !attributes.pattern) {
      attributes.pattern = pattern;
      if (rule.message) attributes.title = rule.message;
    }
  }
  return attributes;
}

/**
 * `min` and `len` count characters there; browsers count UTF-16 units, so a minimum may pass them too early. A maximum
 * is the server's to tell: with an attribute browsers cut off what is pasted without a word, and what is allowed as
 * well.
 */
function addLengths(attributes: FieldAttributes, { min, len }: FormRule): void {
  const least = len ?? min;
  if (least !== undefined) attributes.minLength = least;
}

/** HTML's patterns must match the whole value, those of the rules any part of it. */
function patternOf({ pattern, whitespace }: FormRule): string | null {
  const source = pattern ?? (whitespace ? "\\S" : null);
  if (source === null) return null;
  const whole = `${source.startsWith("^") ? "" : ".*"}(?:${source.replace(/^\^/, "").replace(/(?<!\\)\$$/, "")})${
    /(?<!\\)\$$/.test(source) ? "" : ".*"
  }`;
  // `^a|b$` would come out wrong that way.
  if (/[|]/.test(source)) return null;
  try {
    new RegExp(whole, "v");
    return whole;
  } catch {
    return null;
  }
}
