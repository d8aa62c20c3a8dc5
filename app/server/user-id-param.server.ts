import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "./page-error.server";

/** The author's id in a path (`:id`). @throws Response: 404 for junk */
export function userIdOf({ params }: Pick<LoaderFunctionArgs, "params">): number {
  const id = params.id ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound("没有这位作者");
  return Number(id);
}
