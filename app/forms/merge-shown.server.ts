import { UpstreamError } from "#app/server/errors/upstream-error";

/**
 * Applies the changes of a form to what is stored: fields that were sent as they had been shown keep what is stored now,
 * because another tab or device may have changed them since.
 * @param values submitted ones; `shown` is from a `ShownField`, and a field that it lacks counts as changed
 * @returns the texts to store
 * @throws UpstreamError CONFLICT if fields were changed here and differently elsewhere. What is stored is named beside
 * them and noted in `values.shown`, so that the returned form, sent again, overwrites it
 */
export function mergeShown<Name extends string>(
  values: NoInfer<Record<Name, string>> & { shown: string },
  stored: Record<Name, string>,
): Record<Name, string> {
  const names = Object.keys(stored) as Name[];
  const shown = readShown<Name>(values.shown);
  const changedHere = (name: Name) => values[name] !== shown[name];
  const changedElsewhere = (name: Name) => shown[name] !== undefined && stored[name] !== shown[name];
  const conflicts = names.filter(
    (name) => changedHere(name) && changedElsewhere(name) && values[name] !== stored[name],
  );
  if (conflicts.length > 0) {
    for (const name of conflicts) shown[name] = stored[name];
    values.shown = JSON.stringify(shown);
    const told = conflicts.map((name) => [name, conflictMessage(stored[name])]);
    throw new UpstreamError("CONFLICT", "资料刚在别处改过", { fields: Object.fromEntries(told) }, "form");
  }
  const merged = names.map((name) => [name, changedHere(name) ? values[name] : stored[name]]);
  return Object.fromEntries(merged) as Record<Name, string>;
}

const conflictMessage = (stored: string) =>
  `刚在别处${stored === "" ? "清空了" : `改成了“${stored}”`}。再保存一次，就用这里填的`;

/** Reads what a form said that it had shown; nothing if it says nothing that can be read. */
function readShown<Name extends string>(json: string): Partial<Record<Name, string>> {
  try {
    const read: unknown = JSON.parse(json);
    const entries = Object.entries(typeof read === "object" && read !== null ? read : {});
    const texts = entries.filter(([, text]) => typeof text === "string");
    return Object.fromEntries(texts) as Partial<Record<Name, string>>;
  } catch {
    return {};
  }
}
