import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "#app/components/ui/text-field";
import { adminCaseApi, adminCaseDraftApi } from "#app/contract/admin/content/case";
import { EditedForm } from "#app/features/admin/edited/edited-form";
import { loadEdited } from "#app/features/admin/edited/load-edited.server";
import { EDITED_NAMES, respondToEditedForm } from "#app/features/admin/edited/respond-to-edited-form.server";
import { FileField } from "#app/features/admin/fields/file-field";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { takeFile } from "#app/features/admin/fields/take-file.server";
import { type StoredField, type StoredFields, storedChoice } from "#app/features/admin/fields/their-fields";
import { withFiles } from "#app/features/admin/fields/with-files.server";
import { coverOf } from "#app/features/admin/rows/cover-of";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { TextArea } from "#app/forms/text-area";

const NAMES = ["title", "excerpt", "content", "classificationId", "tags", "cover", "report"] as const;
type Values = Record<(typeof NAMES)[number] | (typeof EDITED_NAMES)[number], string>;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    return {
      classifications: await loadForStaff(args, adminCaseApi.choices, {}),
      ...(await loadEdited(args, adminCaseApi, adminCaseDraftApi)),
    };
  });
  return { one: page?.thing ?? null, draft: page?.draft ?? null, classifications: page?.classifications ?? [] };
}

/** Publishes, changes, saves as a draft, unpublishes or restores a case. */
export const action = (args: ActionFunctionArgs) => withFiles(args, (form) => save(args, form));

function save(args: ActionFunctionArgs, form: FormData) {
  const values = textsOf(form, [...NAMES, ...EDITED_NAMES]);
  return respondToEditedForm(args, {
    kind: "case",
    api: adminCaseApi,
    draftApi: adminCaseDraftApi,
    form,
    values,
    async bodyOf() {
      values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
      const report = { field: "report", held: values.report, presign: adminCaseApi.presignReport };
      values.report = await takeFile(args, form, report);
      const { title, excerpt, content, cover } = values;
      const tags = values.tags.split(/[,，、\s]+/).filter(Boolean);
      const classificationId = values.classificationId === "" ? null : values.classificationId;
      return { title, excerpt, content, cover, report: values.report, tags, classificationId };
    },
  });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminCase() {
  const { one, draft, classifications } = useLoaderData<typeof loader>();
  const form = useAdminForm<unknown, Values>();
  const { field, fields, values } = form;
  const saved = draft?.fields ?? one;
  const classes = [["", "不分类"] as const, ...classifications.map(({ id, name }) => [String(id), name] as const)];
  const chosen = values?.classificationId ?? String(saved?.classificationId ?? "");
  return (
    <EditedForm
      kind="case"
      thing={one}
      draft={draft}
      form={form}
      stored={(other): StoredFields<(typeof NAMES)[number]> => ({
        title: { label: "标题", value: other.title ?? "" },
        classificationId: storedChoice("分类", String(other.classificationId ?? ""), classes),
        tags: { label: "标签", value: other.tags?.join("，") ?? "" },
        excerpt: { label: "摘要", value: other.excerpt ?? "" },
        cover: { label: "封面", value: coverOf(other) },
        report: storedReport(other.report),
        content: { label: "正文", value: other.content ?? "" },
      })}
    >
      <TextField label="标题" {...field("title", saved?.title)} />
      <SelectField
        key={classifications.length}
        label="分类"
        name="classificationId"
        defaultValue={chosen}
        options={classes}
        held="保持原来的分类"
        error={fields.classificationId}
      />
      <TextField
        label="标签"
        name="tags"
        defaultValue={values?.tags ?? saved?.tags?.join("，") ?? ""}
        help="用逗号或空格隔开，最多 5 个"
        error={fields.tags ?? Object.entries(fields).find(([name]) => name.startsWith("tags."))?.[1]}
      />
      <TextArea label="摘要" {...field("excerpt", saved?.excerpt)} rows={3} help="空着就取正文开头" />
      <PictureField label="封面" {...field("cover", draft?.fields.cover ?? one?.cover?.url)} />
      <FileField
        label="报告"
        name="report"
        value={values?.report ?? draft?.fields.report ?? one?.report?.key ?? ""}
        file={one?.report ?? null}
        accept="application/pdf"
        none="不附报告"
        help="PDF，不超过 200 MB；会员登录后可以下载"
        error={fields.report}
      />
      <MarkdownField label="正文" {...field("content", saved?.content)} />
    </EditedForm>
  );
}

/** The report of a case, or the key of a draft's. */
function storedReport(report: { key: string; fileName: string } | string | null | undefined): StoredField {
  if (typeof report !== "object" || report === null) return { label: "报告", value: report ?? "" };
  return { label: "报告", value: report.key, shown: report.fileName };
}
