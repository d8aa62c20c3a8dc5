import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminCaseApi } from "#app/contract/admin/case";
import { classificationApi } from "#app/contract/classification";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { ConflictNote } from "#app/features/admin/conflict-note";
import { FileField } from "#app/features/admin/file-field";
import { LinesField } from "#app/features/admin/lines-field";
import { MarkdownField } from "#app/features/admin/markdown-field";
import { RemovalForm } from "#app/features/admin/removal-form";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { SelectField } from "#app/features/admin/select-field";
import { loadForStaff, requireConsole, unlessReturned } from "#app/features/admin/staff-gate.server";
import { takeFile } from "#app/features/admin/take-file.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { numberOfParam } from "#app/server/number-param.server";

const NAMES = ["title", "excerpt", "content", "classificationId", "tags", "cover", "report", "version"] as const;
type Values = Record<(typeof NAMES)[number], string>;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    const classifications = await loadForStaff(args, classificationApi.caseList, {});
    const fresh = args.params.id === "new";
    return {
      classifications: classifications.map(({ id, name }) => ({ id, name })),
      one: fresh ? null : await loadForStaff(args, adminCaseApi.get, { params: { id: numberOfParam(args) } }),
    };
  });
  return { one: page?.one ?? null, classifications: page?.classifications ?? [] };
}

/** Publishes, changes, takes off the site or puts back. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const id = args.params.id === "new" ? null : numberOfParam(args);
  if (id !== null && (intent === "remove" || intent === "restore")) {
    const flash = intent === "remove" ? "已撤下，可以在“已撤下”里恢复" : "已恢复";
    const work = () => call(adminCaseApi[intent], { body: { id } });
    return answerStaffForm(args, {}, work, { back: adminPaths.case(id), flash });
  }
  const values = Object.fromEntries(NAMES.map((name) => [name, textOf(form, name)])) as Values;
  const save = async () => {
    values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
    values.report = await takeFile(args, form, {
      field: "report",
      held: values.report,
      presign: adminCaseApi.presignReport,
    });
    const { title, excerpt, content, cover, report } = values;
    const tags = values.tags.split(/[,，、\s]+/).filter(Boolean);
    const classificationId = values.classificationId === "" ? null : values.classificationId;
    const body = { title, excerpt, content, cover, report, tags, classificationId };
    if (id === null) return (await call(adminCaseApi.add, { body })).id;
    await call(adminCaseApi.put, { body: { ...body, id, version: Number(values.version) } });
    return id;
  };
  const flash = id === null ? "已发布" : "已保存";
  return answerStaffForm(args, values, save, (kept) => ({ back: adminPaths.case(kept), flash }));
}

export default function AdminCase() {
  const { one, classifications } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const unsent = useUnsent(ref);
  const id = one?.id;
  const removed = one?.removedAt != null;
  const chosen = values?.classificationId ?? String(one?.classificationId ?? "");
  // What belongs to one that was hidden since may stay there.
  const hidden = chosen !== "" && !classifications.some((each) => String(each.id) === chosen) ? chosen : "";
  return (
    <>
      <AdminHead title={id ? "修改案例" : "写案例"} up={{ label: "案例", to: adminPaths.cases() }}>
        {id && !removed ? (
          <LinkButton to={paths.case(id)} variant="quiet" icon="eye">
            看案例
          </LinkButton>
        ) : null}
        {id ? (
          <LinkButton to={adminPaths.logOf("case", id)} variant="quiet" icon="clock">
            日志
          </LinkButton>
        ) : null}
      </AdminHead>
      <Form
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form admin-form"
        noValidate
        data-unsent={`admin-case:${id ?? "new"}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <ConflictNote notice={notice} current={one?.version} read={values?.version}>
          <h2>{one?.title}</h2>
          <p>{one?.excerpt}</p>
          <pre className="admin-diff__text">{one?.content}</pre>
        </ConflictNote>
        <TextField label="标题" name="title" defaultValue={values?.title ?? one?.title ?? ""} error={fields.title} />
        <SelectField
          key={classifications.length}
          label="分类"
          name="classificationId"
          value={chosen}
          options={[
            ["", "不分类"],
            ...classifications.map((each): [string, string] => [String(each.id), each.name]),
            ...(hidden ? [[hidden, "保持原来的分类"] as const] : []),
          ]}
          error={fields.classificationId}
        />
        <TextField
          label="标签"
          name="tags"
          defaultValue={values?.tags ?? one?.tags.join("，") ?? ""}
          help="用逗号或空格隔开，最多 5 个"
          error={fields.tags ?? Object.entries(fields).find(([name]) => name.startsWith("tags."))?.[1]}
        />
        <LinesField
          label="摘要"
          name="excerpt"
          rows={3}
          value={values?.excerpt ?? one?.excerpt ?? ""}
          help="空着就取正文开头"
          error={fields.excerpt}
        />
        <PictureField label="封面" name="cover" value={values?.cover ?? one?.cover?.url ?? ""} error={fields.cover} />
        <FileField
          label="报告"
          name="report"
          value={values?.report ?? one?.report?.key ?? ""}
          file={one?.report ?? null}
          accept="application/pdf"
          none="不附报告"
          help="PDF，不超过 10 MB；会员登录后可以下载"
          error={fields.report}
        />
        <MarkdownField
          label="正文"
          name="content"
          defaultValue={values?.content ?? one?.content ?? ""}
          error={fields.content}
        />
        <Button type="submit" name="intent" value="save" variant="primary" disabled={busy}>
          {busy ? "正在保存…" : id ? "保存" : "发布"}
        </Button>
      </Form>
      {one ? <RemovalForm removed={removed} title={one.title} what="个案例" /> : null}
    </>
  );
}
