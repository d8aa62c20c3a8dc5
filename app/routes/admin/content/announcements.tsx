import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { EditedList } from "#app/features/admin/edited/edited-list";
import { loadEditedList } from "#app/features/admin/edited/load-edited.server";

export const loader = (args: LoaderFunctionArgs) =>
  loadEditedList(args, adminAnnouncementApi, adminAnnouncementDraftApi);

export default function AdminAnnouncements() {
  return <EditedList kind="announcement" {...useLoaderData<typeof loader>()} />;
}
