import type { FormField, FormRule } from "#app/contract/content/form";

/** Rules of a field as HTML attributes, which browsers check without scripts. */
export type FieldAttributes = {
  required?: boolean;
  minLength?: number;
  min?: number;
  max?: number;
  step?: number | "any";
  pattern?: string;
  /** Added by browsers to their own message if the pattern does not match. */
  title?: string;
};

const TEXTS = new Set<FormField["type"]>(["text", "textarea", "email", "url"]);
const PATTERNED = new Set<FormField["type"]>(["text", "email", "url"]);

/** Returns the HTML attributes of a field. The upstream checks all rules, including those that HTML can't express. */
export function fieldAttributes(field: FormField): FieldAttributes {
  const attributes: FieldAttributes = {};
  if (field.type === "number") attributes.step = "any";
  for (const rule of field.rules) {
    // Checkboxes can't express that one of a group is required.
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
 * Adds the minimum length. The upstream counts characters, browsers UTF-16 units, so browsers may accept too short a
 * text. There is no maximum, since browsers would silently cut pasted text, even text within the limit.
 */
function addLengths(attributes: FieldAttributes, { min, len }: FormRule): void {
  const least = len ?? min;
  if (least !== undefined) attributes.minLength = least;
}

/**
 * Pattern that matches the whole value, as HTML requires, from a rule that matches any part of it; null if it can't be
 * converted.
 */
function patternOf({ pattern, whitespace }: FormRule): string | null {
  const source = pattern ?? (whitespace ? "\\S" : null);
  if (source === null) return null;
  const whole = `${source.startsWith("^") ? "" : ".*"}(?:${source.replace(/^\^/, "").replace(/(?<!\\)\$$/, "")})${
    /(?<!\\)\$$/.test(source) ? "" : ".*"
  }`;
  // An alternation such as `^a|b$` would change its meaning.
  if (/[|]/.test(source)) return null;
  try {
    new RegExp(whole, "v");
    return whole;
  } catch {
    return null;
  }
}
