import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminCaseApi, adminCaseDraftApi } from "#app/contract/admin/content/case";
import { EditedList } from "#app/features/admin/edited/edited-list";
import { loadEditedList } from "#app/features/admin/edited/load-edited.server";

export const loader = (args: LoaderFunctionArgs) => loadEditedList(args, adminCaseApi, adminCaseDraftApi);

export default function AdminCases() {
  return <EditedList kind="case" {...useLoaderData<typeof loader>()} />;
}
