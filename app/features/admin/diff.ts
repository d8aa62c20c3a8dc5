/** Difference of one field of a thing: what it was and what it is; null where it was not there. */
export type FieldChange = { name: string; before: string | null; after: string | null };

/** The fields in which two states of a thing differ, as texts that a person can read. */
export function changedFields(before: unknown, after: unknown): FieldChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names.flatMap((name) => {
    const change = { name, before: old[name] ?? null, after: fresh[name] ?? null };
    return change.before === change.after ? [] : [change];
  });
}

function fieldsOf(value: unknown): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) return { "": textOf(value) };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
