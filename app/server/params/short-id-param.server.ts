import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { parseId } from "#app/contract/text/parse-id";
import { notFound } from "#app/server/errors/page-error.server";
import { decodeId, encodeId } from "#app/server/urls/short-id.server";

/**
 * The number behind the short id in a path (`:id`). A plain number, there or as `aid`, redirects permanently to the
 * same page under its short id, keeping the query.
 * @throws Response: that redirect, or 404 for junk
 */
export function idOfParam(
  { request, params }: Pick<LoaderFunctionArgs, "request" | "params">,
  pathOf: (shortId: string) => string,
): number {
  const given = params.id ?? "";
  const url = new URL(request.url);
  const id = decodeId(given);
  const shortId = id === null ? shortened(given) : given;
  if (shortId === null) throw notFound();
  const query = new URLSearchParams(url.search);
  const answerShortId = shortened(query.get("aid"));
  if (answerShortId !== null) query.set("aid", answerShortId);
  if (id !== null && answerShortId === null) return id;
  const kept = query.toString();
  throw redirect(kept ? `${pathOf(shortId)}?${kept}` : pathOf(shortId), 301);
}

/** Short id of a plain positive number, else null. Note that a short id may consist of digits only. */
function shortened(value: string | null): string | null {
  const id = parseId(value);
  return id === null || decodeId(value ?? "") !== null ? null : encodeId(id);
}
