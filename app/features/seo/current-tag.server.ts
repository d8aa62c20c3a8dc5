import { redirect } from "@remix-run/node";
import { tagApi } from "#app/contract/reading/tag";
import { optional } from "#app/server/errors/optional.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Checks that the tag in the URL is current. An upstream that can't tell has them all.
 * @throws Response: a redirect to a synonym's tag, or 404 for a hidden one
 */
export async function requireCurrentTag(args: ServerArgs, tag: string | null): Promise<void> {
  if (tag === null) return;
  const found = await optional(gateway(args).call(tagApi.current, { query: { name: tag } }));
  if (!found || found.name === tag) return;
  if (found.name === null) throw notFound();
  const { pathname, searchParams } = new URL(args.request.url);
  searchParams.set("tag", found.name);
  throw redirect(`${pathname}?${searchParams}`, 301);
}
