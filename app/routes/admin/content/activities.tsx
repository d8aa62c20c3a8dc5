import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminActivityApi, adminActivityDraftApi } from "#app/contract/admin/content/activity";
import { EditedList } from "#app/features/admin/edited/edited-list";
import { loadEditedList } from "#app/features/admin/edited/load-edited.server";

export const loader = (args: LoaderFunctionArgs) => loadEditedList(args, adminActivityApi, adminActivityDraftApi);

export default function AdminActivities() {
  return <EditedList kind="activity" {...useLoaderData<typeof loader>()} />;
}
