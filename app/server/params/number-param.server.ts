import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseId } from "#app/contract/text/parse-id";
import { notFound } from "#app/server/errors/page-error.server";

/**
 * The number in a path (`:id`), for items identified by a plain number.
 * @param missing message of that page
 * @throws Response: 404 for anything but a positive integer
 */
export function numberOfParam({ params }: Pick<LoaderFunctionArgs, "params">, missing?: string): number {
  const id = parseId(params.id);
  if (id === null) throw notFound(missing);
  return id;
}
