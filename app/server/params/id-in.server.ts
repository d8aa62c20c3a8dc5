import { parseId } from "#app/contract/text/parse-id";

/** The id in a field of a form or of a query; null if it is missing or anything else. */
export function idIn(given: FormData | URLSearchParams, name: string): number | null {
  const text = given.get(name);
  return typeof text === "string" ? parseId(text) : null;
}
