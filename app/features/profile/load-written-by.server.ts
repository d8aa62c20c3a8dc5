import type { LoaderFunctionArgs } from "@remix-run/node";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { heldTexts } from "#app/features/held/held-links.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";
import { isOwnProfile } from "./own-profile.server";

type Lists<Page> = {
  /** Loads the reader's own texts, including private data. */
  mine: (query: { page: number }) => Promise<Page>;
  /** Loads somebody else's texts. */
  theirs: (query: { userId: number; page: number }) => Promise<Page>;
};

/**
 * Loads one page of what a person has written of a kind and, on the first page of the reader's own, their held texts.
 */
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
