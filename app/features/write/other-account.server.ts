import { parseId } from "#app/contract/text/parse-id";
import { textOf } from "#app/forms/read-form.server";
import { WRITER } from "#app/forms/writer";
import type { ServerArgs } from "#app/server/server-args.server";
import { viewerOf } from "#app/server/viewer.server";

/**
 * Finds out whether an editor's form was opened by another member than the one who is logged in now, which happens when
 * somebody changes accounts in another tab.
 * @returns the member who is logged in; null if the form is theirs, or nobody is logged in
 */
export async function otherAccount(args: ServerArgs, form: FormData) {
  const writer = parseId(textOf(form, WRITER));
  if (writer === null) return null;
  const viewer = await viewerOf(args);
  return viewer.kind === "member" && viewer.user.userId !== writer ? viewer.user : null;
}
