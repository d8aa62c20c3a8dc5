import type { LoaderFunctionArgs } from "@remix-run/node";
import type { WrittenKind } from "#app/contract/editor-fields";
import { heldTexts } from "#app/features/held/held-links.server";
import { pageNumberOf } from "#app/server/page-number.server";
import { userIdOf } from "#app/server/user-id-param.server";
import { isOwnProfile } from "./own-profile.server";

type Lists<Page> = {
  /** Reads the reader's own, with what only they see. */
  mine: (query: { page: number }) => Promise<Page>;
  /** Reads those of somebody else. */
  theirs: (query: { userId: number; page: number }) => Promise<Page>;
};

/** One page of what a person has written of a kind, and what of the reader's own is held, above their first. */
export async function loadWrittenBy<Page extends object>(
  args: LoaderFunctionArgs,
  kind: WrittenKind,
  { mine, theirs }: Lists<Page>,
) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const own = await isOwnProfile(args);
  const [found, held] = await Promise.all([
    own ? mine({ page }) : theirs({ userId: userIdOf(args), page }),
    own && page === 1 ? heldTexts(args, kind) : [],
  ]);
  return { ...found, held };
}
