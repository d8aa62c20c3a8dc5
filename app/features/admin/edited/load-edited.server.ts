import type { LoaderFunctionArgs } from "@remix-run/node";
import type { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import type { CallData, Endpoint } from "#app/contract/endpoint";
import { parseId } from "#app/contract/text/parse-id";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

const PAGE_SIZE = 30;

/** Loads a list of content of one kind written by staff, as selected in the URL: published, removed, or drafts. */
export async function loadEditedList(args: LoaderFunctionArgs, api: { list: Endpoint }, draftApi: { list: Endpoint }) {
  const given = new URL(args.request.url).searchParams;
  const page = { page: pageNumberOf(given), pageSize: PAGE_SIZE };
  // The lists of all kinds have the same shape.
  const { list } = api as unknown as typeof adminAnnouncementApi;
  const drafts = draftApi as unknown as typeof adminAnnouncementDraftApi;
  const asked = given.get("state");
  if (asked === "draft")
    return { state: "draft" as const, ...(await loadForStaff(args, drafts.list, { query: page })) };
  const state = asked === "removed" ? ("removed" as const) : ("public" as const);
  return { state, ...(await loadForStaff(args, list, { query: { ...page, state } })) };
}

/** Loads the item and the draft for an editing page, each null if there is none. */
export async function loadEdited<Thing extends Endpoint, Draft extends Endpoint>(
  args: LoaderFunctionArgs,
  api: { get: Thing },
  draftApi: { get: Draft },
): Promise<{ thing: CallData<Thing> | null; draft: CallData<Draft> | null }> {
  const draftId = draftIdOf(args.request);
  const get = <E extends Endpoint>(endpoint: E, id: number) =>
    loadForStaff(args, endpoint, { params: { id } } as never);
  return {
    thing: args.params.id === "new" ? null : await get(api.get, numberOfParam(args)),
    draft: draftId === null ? null : await get(draftApi.get, draftId),
  };
}

/** Id of the draft in the URL; null for none. */
export function draftIdOf({ url }: Request): number | null {
  return parseId(new URL(url).searchParams.get("draft"));
}
