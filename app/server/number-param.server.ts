import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "./page-error.server";

/**
 * The number in a path (`:id`) of things that show it as it is.
 * @throws Response: 404 for whatever is no number above 0
 */
export function numberOfParam({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): number {
  const given = params.id ?? "";
  if (new URL(request.url).pathname.includes("undefined")) throw redirect("/");
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (id === 0) throw notFound();
  return id;
}
