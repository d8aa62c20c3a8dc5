import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "./page-error.server";

/**
 * The number in a path (`:id`), for things identified by a plain number.
 * @throws Response: 404 for anything but a positive integer
 */
export function numberOfParam({ params }: Pick<LoaderFunctionArgs, "params">): number {
  const given = params.id ?? "";
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (id === 0) throw notFound();
  return id;
}
