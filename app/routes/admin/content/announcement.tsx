import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "#app/components/ui/text-field";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { EditedForm } from "#app/features/admin/edited/edited-form";
import { loadEdited } from "#app/features/admin/edited/load-edited.server";
import { EDITED_NAMES, respondToEditedForm } from "#app/features/admin/edited/respond-to-edited-form.server";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import type { StoredFields } from "#app/features/admin/fields/their-fields";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";

const NAMES = ["title", "content"] as const;
type Values = Record<(typeof NAMES)[number] | (typeof EDITED_NAMES)[number], string>;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    return loadEdited(args, adminAnnouncementApi, adminAnnouncementDraftApi);
  });
  return { announcement: page?.thing ?? null, draft: page?.draft ?? null };
}

/** Publishes, changes, saves as a draft, unpublishes or restores an announcement. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = textsOf(form, [...NAMES, ...EDITED_NAMES]);
  const { title, content } = values;
  return respondToEditedForm(args, {
    kind: "announcement",
    api: adminAnnouncementApi,
    draftApi: adminAnnouncementDraftApi,
    form,
    values,
    bodyOf: async () => ({ title, content }),
  });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminAnnouncement() {
  const { announcement, draft } = useLoaderData<typeof loader>();
  const form = useAdminForm<unknown, Values>();
  const { field } = form;
  const saved = draft?.fields ?? announcement;
  return (
    <EditedForm
      kind="announcement"
      thing={announcement}
      draft={draft}
      form={form}
      stored={(other): StoredFields<(typeof NAMES)[number]> => ({
        title: { label: "标题", value: other.title ?? "" },
        content: { label: "正文", value: other.content ?? "" },
      })}
    >
      <TextField label="标题" {...field("title", saved?.title)} required />
      <MarkdownField label="正文" {...field("content", saved?.content)} />
    </EditedForm>
  );
}
