import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { notFound } from "#app/server/errors/page-error.server";
import { numberOfParam } from "#app/server/params/number-param.server";

/** Kind and id in the URL of a console page. @throws Response 404 for a kind that the page is not for */
export function thingInUrl<Kind>(args: LoaderFunctionArgs, kinds: z.ZodType<Kind>): { kind: Kind; id: number } {
  const kind = kinds.safeParse(args.params.kind);
  if (!kind.success) throw notFound();
  return { kind: kind.data, id: numberOfParam(args) };
}
