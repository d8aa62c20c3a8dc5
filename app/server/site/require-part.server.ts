import type { Part } from "#app/contract/parts";
import { notFound } from "#app/server/errors/page-error.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { siteOf } from "./site.server";

/** Parts that this site lacks. */
export const partsOff = async (args: ServerArgs): Promise<readonly Part[]> => (await siteOf(args)).off ?? [];

/** @throws Response: 404 if the site lacks a part */
export async function requirePart(args: ServerArgs, part: Part): Promise<void> {
  if ((await partsOff(args)).includes(part)) throw notFound();
}
