import { parseId } from "#app/contract/text/parse-id";
/** The category named in the URL as `class`; undefined if missing or invalid. */
export function categoryOf(query: URLSearchParams): number | undefined {
  return parseId(query.get("class")) ?? undefined;
}
