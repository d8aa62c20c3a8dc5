import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminActivityApi } from "#app/contract/admin/activity";
import { adminFormApi } from "#app/contract/admin/form";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { chinaMinute, instantOf } from "#app/features/admin/china-minute";
import { ConflictNote } from "#app/features/admin/conflict-note";
import { MarkdownField } from "#app/features/admin/markdown-field";
import { RemovalForm } from "#app/features/admin/removal-form";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { SelectField } from "#app/features/admin/select-field";
import { loadForStaff, requireConsole, unlessReturned } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { numberOfParam } from "#app/server/number-param.server";

const NAMES = ["title", "content", "cover", "city", "startsAt", "endsAt", "formId", "capacity", "version"] as const;
type Values = Record<(typeof NAMES)[number], string>;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    await requireConsole(args);
    const forms = await loadForStaff(args, adminFormApi.list, { query: { pageSize: 50 } });
    const fresh = args.params.id === "new";
    return {
      forms: forms.list.map(({ id, title }) => ({ id, title })),
      activity: fresh ? null : await loadForStaff(args, adminActivityApi.get, { params: { id: numberOfParam(args) } }),
    };
  });
  return { activity: page?.activity ?? null, forms: page?.forms ?? [] };
}

/** Publishes, changes, takes off the site or puts back. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const id = args.params.id === "new" ? null : numberOfParam(args);
  if (id !== null && (intent === "remove" || intent === "restore")) {
    const flash = intent === "remove" ? "已撤下，可以在“已撤下”里恢复" : "已恢复";
    const work = () => call(adminActivityApi[intent], { body: { id } });
    return answerStaffForm(args, {}, work, { back: adminPaths.activity(id), flash });
  }
  const values = Object.fromEntries(NAMES.map((name) => [name, textOf(form, name)])) as Values;
  const save = async () => {
    values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
    const body = {
      title: values.title,
      content: values.content,
      cover: values.cover,
      city: values.city,
      startsAt: instantOf(values.startsAt) ?? "",
      endsAt: instantOf(values.endsAt) ?? "",
      formId: values.formId === "" ? null : values.formId,
      capacity: values.capacity.trim() === "" ? null : Number(values.capacity),
    };
    if (id === null) return (await call(adminActivityApi.add, { body })).id;
    await call(adminActivityApi.put, { body: { ...body, id, version: Number(values.version) } });
    return id;
  };
  const flash = id === null ? "已发布" : "已保存";
  return answerStaffForm(args, values, save, (kept) => ({ back: adminPaths.activity(kept), flash }));
}

export default function AdminActivity() {
  const { activity, forms } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const unsent = useUnsent(ref);
  const id = activity?.id;
  const removed = activity?.removedAt != null;
  const formId = values?.formId ?? String(activity?.formId ?? "");
  const choices = forms.map((form): [string, string] => [String(form.id), form.title]);
  // One that was taken off the site, or stands on a later page, is still the one.
  if (formId && !choices.some(([value]) => value === formId)) choices.push([formId, `表单 #${formId}`]);
  return (
    <>
      <AdminHead title={id ? "修改活动" : "办活动"} up={{ label: "活动", to: adminPaths.activities() }}>
        {id ? (
          <>
            {removed ? null : (
              <LinkButton to={paths.activity(id)} variant="quiet" icon="eye">
                看活动
              </LinkButton>
            )}
            {activity.formId ? (
              <LinkButton to={adminPaths.submissions(activity.formId)} variant="quiet" icon="list">
                报名 {activity.signUps.total}
              </LinkButton>
            ) : null}
            <LinkButton to={adminPaths.logOf("activity", id)} variant="quiet" icon="clock">
              日志
            </LinkButton>
          </>
        ) : null}
      </AdminHead>
      <Form
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form admin-form"
        noValidate
        data-unsent={`admin-activity:${id ?? "new"}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <ConflictNote notice={notice} current={activity?.version} read={values?.version}>
          <h2>{activity?.title}</h2>
          <p>
            {activity?.city}，{chinaMinute(activity?.startsAt ?? null)} 至 {chinaMinute(activity?.endsAt ?? null)}
          </p>
          <pre className="admin-diff__text">{activity?.content}</pre>
        </ConflictNote>
        <TextField
          label="标题"
          name="title"
          defaultValue={values?.title ?? activity?.title ?? ""}
          error={fields.title}
        />
        <TextField
          label="地点"
          name="city"
          defaultValue={values?.city ?? activity?.city ?? ""}
          help="城市，或 线上"
          error={fields.city}
        />
        <TextField
          label="开始"
          name="startsAt"
          type="datetime-local"
          defaultValue={values?.startsAt ?? chinaMinute(activity?.startsAt ?? null)}
          help="北京时间"
          error={fields.startsAt}
        />
        <TextField
          label="结束"
          name="endsAt"
          type="datetime-local"
          defaultValue={values?.endsAt ?? chinaMinute(activity?.endsAt ?? null)}
          error={fields.endsAt}
        />
        <SelectField
          key={`${formId} ${choices.length}`}
          label="报名表单"
          name="formId"
          value={formId}
          options={[["", "不用报名"], ...choices]}
          error={fields.formId}
        />
        <TextField
          label="名额"
          name="capacity"
          inputMode="numeric"
          defaultValue={values?.capacity ?? String(activity?.capacity ?? "")}
          help={
            activity?.capacity
              ? `已录取 ${activity.signUps.in}，候补 ${activity.signUps.waiting}；满了之后报名的进候补`
              : "空着就不限；满了之后报名的进候补"
          }
          error={fields.capacity}
        />
        <PictureField
          label="封面"
          name="cover"
          value={values?.cover ?? activity?.cover?.url ?? ""}
          error={fields.cover}
        />
        <MarkdownField
          label="正文"
          name="content"
          defaultValue={values?.content ?? activity?.content ?? ""}
          error={fields.content}
        />
        <Button type="submit" name="intent" value="save" variant="primary" disabled={busy}>
          {busy ? "正在保存…" : id ? "保存" : "发布"}
        </Button>
      </Form>
      {activity ? <RemovalForm removed={removed} title={activity.title} what="场活动" /> : null}
    </>
  );
}
