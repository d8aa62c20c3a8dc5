import { type Banner, configApi } from "#app/contract/site/config";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { partsOff } from "#app/server/site/require-part.server";
import { leadsToMissingPart } from "#app/server/urls/part-of-path.server";

const CALLS = { banner: configApi.banner, poster: configApi.poster };

/**
 * Loads the pictures of a place, without those that link to a disabled part of the site; empty if they can't be loaded.
 */
export async function loadPictures(args: ServerArgs, place: "banner" | "poster"): Promise<Banner[]> {
  const [off, pictures] = await Promise.all([partsOff(args), optional(gateway(args).call(CALLS[place], {}))]);
  return (pictures ?? []).filter(({ href }) => !leadsToMissingPart(href, off));
}
