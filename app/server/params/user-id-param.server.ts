import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseId } from "#app/contract/text/parse-id";
import { notFound } from "#app/server/errors/page-error.server";

/** The author's id in a path (`:id`). @throws Response: 404 for junk */
export function userIdOf({ params }: Pick<LoaderFunctionArgs, "params">): number {
  const id = parseId(params.id);
  if (id === null) throw notFound("没有这位作者");
  return id;
}
