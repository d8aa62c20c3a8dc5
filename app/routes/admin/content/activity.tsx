import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminActivityApi, adminActivityDraftApi } from "#app/contract/admin/content/activity";
import { adminFormApi } from "#app/contract/admin/content/form";
import { numberOf } from "#app/contract/text/number-of";
import { adminPaths } from "#app/features/admin/admin-paths";
import { EditedForm } from "#app/features/admin/edited/edited-form";
import { loadEdited } from "#app/features/admin/edited/load-edited.server";
import { EDITED_NAMES, respondToEditedForm } from "#app/features/admin/edited/respond-to-edited-form.server";
import { datetimeLocal, instantOf } from "#app/features/admin/fields/datetime-local";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { type StoredFields, storedChoice, storedTime } from "#app/features/admin/fields/their-fields";
import { coverOf } from "#app/features/admin/rows/cover-of";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";

const NAMES = ["title", "content", "cover", "city", "startsAt", "endsAt", "formId", "capacity"] as const;
type Values = Record<(typeof NAMES)[number] | (typeof EDITED_NAMES)[number], string>;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    const forms = await loadForStaff(args, adminFormApi.list, { query: { pageSize: 50 } });
    return {
      forms: forms.list.map(({ id, title }) => ({ id, title })),
      ...(await loadEdited(args, adminActivityApi, adminActivityDraftApi)),
    };
  });
  return { activity: page?.thing ?? null, draft: page?.draft ?? null, forms: page?.forms ?? [] };
}

/** Publishes, changes, saves as a draft, unpublishes or restores an activity. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = textsOf(form, [...NAMES, ...EDITED_NAMES]);
  return respondToEditedForm(args, {
    kind: "activity",
    api: adminActivityApi,
    draftApi: adminActivityDraftApi,
    form,
    values,
    async bodyOf() {
      values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
      const { title, content, cover, city } = values;
      return {
        title,
        content,
        cover,
        city,
        startsAt: instantOf(values.startsAt) ?? "",
        endsAt: instantOf(values.endsAt) ?? "",
        formId: values.formId === "" ? null : values.formId,
        capacity: values.capacity.trim() === "" ? null : numberOf(values.capacity),
      };
    },
  });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminActivity() {
  const { activity, draft, forms } = useLoaderData<typeof loader>();
  const form = useAdminForm<unknown, Values>();
  const { field, fields, values } = form;
  const saved = draft?.fields ?? activity;
  const formOptions = [["", "不用报名"] as const, ...forms.map(({ id, title }) => [String(id), title] as const)];
  const formId = values?.formId ?? String(saved?.formId ?? "");
  return (
    <EditedForm
      kind="activity"
      thing={activity}
      draft={draft}
      form={form}
      links={
        activity?.formId ? (
          <LinkButton to={adminPaths.submissions(activity.formId)} variant="quiet" icon="list">
            报名 {activity.signUps.total}
          </LinkButton>
        ) : null
      }
      stored={(other): StoredFields<(typeof NAMES)[number]> => ({
        title: { label: "标题", value: other.title ?? "" },
        city: { label: "地点", value: other.city ?? "" },
        startsAt: storedTime("开始", datetimeLocal(other.startsAt ?? null)),
        endsAt: storedTime("结束", datetimeLocal(other.endsAt ?? null)),
        formId: storedChoice("报名表单", String(other.formId ?? ""), formOptions),
        capacity: { label: "名额", value: String(other.capacity ?? "") },
        cover: { label: "封面", value: coverOf(other) },
        content: { label: "正文", value: other.content ?? "" },
      })}
    >
      <TextField label="标题" {...field("title", saved?.title)} />
      <TextField label="地点" {...field("city", saved?.city)} help="城市，或 线上" />
      <TextField
        label="开始"
        {...field("startsAt", datetimeLocal(saved?.startsAt ?? null))}
        type="datetime-local"
        help="北京时间"
      />
      <TextField label="结束" {...field("endsAt", datetimeLocal(saved?.endsAt ?? null))} type="datetime-local" />
      <SelectField
        key={`${formId} ${forms.length}`}
        label="报名表单"
        name="formId"
        defaultValue={formId}
        options={formOptions}
        held={`表单 #${formId}`}
        error={fields.formId}
      />
      <TextField
        label="名额"
        {...field("capacity", String(saved?.capacity ?? ""))}
        inputMode="numeric"
        help={
          activity?.capacity
            ? `已录取 ${activity.signUps.in}，候补 ${activity.signUps.waiting}；满了之后报名的进候补`
            : "空着就不限；满了之后报名的进候补"
        }
      />
      <PictureField label="封面" {...field("cover", draft?.fields.cover ?? activity?.cover?.url)} />
      <MarkdownField label="正文" {...field("content", saved?.content)} />
    </EditedForm>
  );
}
