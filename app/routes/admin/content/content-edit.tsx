import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminRewriteApi, rewrittenKind } from "#app/contract/admin/content/rewrite";
import { KINDS } from "#app/contract/kinds";
import { numberOf } from "#app/contract/text/number-of";
import { EDITOR_FIELDS } from "#app/contract/writing/editor-fields";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { thingInUrl } from "#app/features/admin/content/thing-in-url.server";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { storedBox, storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const place = thingInUrl(args, rewrittenKind);
  const stored = await unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminRewriteApi.get, { params: place });
  });
  return { ...place, stored };
}

const NAMES = ["title", "content", "tags", "classificationId", "aiGenerated", "reason", "version"] as const;
type Values = Record<(typeof NAMES)[number], string>;

/** Edits a member's text on behalf of staff; its author is notified. */
export async function action(args: ActionFunctionArgs) {
  const place = thingInUrl(args, rewrittenKind);
  const values: Values = textsOf(await readForm(args.request), NAMES);
  const { classificationId, version, ...words } = values;
  const body = {
    ...place,
    ...words,
    version: Number(version),
    tags: values.tags.split(/[,，、]/).flatMap((tag) => tag.trim() || []),
    classificationId: classificationId === "" ? null : numberOf(classificationId),
    aiGenerated: values.aiGenerated === "1",
  };
  return respondToStaffForm(args, values, () => gateway(args).call(adminRewriteApi.put, { body }), {
    back: adminPaths.content(place),
    flash: "已修改，作者会收到消息",
  });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminContentEdit() {
  const { kind, id, stored } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Values>([...NAMES]);
  const unsent = useUnsent(ref);
  const has: readonly string[] = Object.keys(EDITOR_FIELDS[kind]);
  const chosen = values?.classificationId ?? String(stored?.classificationId ?? "");
  const classes = [
    ["", "不分类"] as const,
    ...(stored?.classifications ?? []).map((one) => [String(one.id), one.name] as const),
  ];
  const marked = values ? values.aiGenerated === "1" : stored?.aiGenerated;
  const { name } = KINDS[kind];
  return (
    <>
      <AdminHead
        title={`修改${name} #${id}`}
        text={`${stored?.owner ? `${stored.owner.nickname} 写的。` : ""}保存后立即公开，作者会收到消息；原来的留在“版本”里，可以在操作日志里撤销。`}
        up={{ label: `${name} #${id}`, to: adminPaths.content({ kind, id }) }}
      />
      <Form
        ref={ref}
        method="post"
        className="form admin-form admin-panel"
        noValidate
        data-unsent={`admin-rewrite:${kind}:${id}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<Exclude<(typeof NAMES)[number], "reason" | "version">>
            stored={{
              title: { label: "标题", value: stored?.title ?? "" },
              content: { label: "正文", value: stored?.content ?? "" },
              classificationId: storedChoice("分类", String(stored?.classificationId ?? ""), classes, "隐藏的分类"),
              tags: { label: "标签", value: stored?.tags.join("，") ?? "" },
              aiGenerated: storedBox("含 AI 生成内容", stored?.aiGenerated ? "1" : ""),
            }}
            submitted={values}
          />
        </VersionField>
        {has.includes("title") ? <TextField label="标题" {...field("title", stored?.title)} /> : null}
        <MarkdownField label="正文" {...field("content", stored?.content)} />
        {has.includes("classificationId") ? (
          <SelectField
            label="分类"
            name="classificationId"
            defaultValue={chosen}
            options={classes}
            held="保持原来的分类"
            error={fields.classificationId}
          />
        ) : null}
        {has.includes("tags") ? (
          <TextField label="标签" {...field("tags", stored?.tags.join("，"))} help="用逗号隔开" />
        ) : null}
        <label className="choice">
          <input type="checkbox" name="aiGenerated" value="1" defaultChecked={marked} />
          <span>含 AI 生成内容，读者会看到标记</span>
        </label>
        <TextField label="为什么改，作者会看到" {...field("reason")} />
        <div className="admin-buttons">
          <Button type="submit" variant="primary" busy={busy}>
            保存
          </Button>
        </div>
      </Form>
    </>
  );
}
