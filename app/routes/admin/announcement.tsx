import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminAnnouncementApi } from "#app/contract/admin/announcement";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { MarkdownField } from "#app/features/admin/markdown-field";
import { RemovalForm } from "#app/features/admin/removal-form";
import { loadForStaff, requireConsole, unlessReturned } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { numberOfParam } from "#app/server/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const announcement = await unlessReturned(args, async () => {
    await requireConsole(args);
    if (args.params.id === "new") return null;
    return loadForStaff(args, adminAnnouncementApi.get, { params: { id: numberOfParam(args) } });
  });
  return { announcement };
}

/** Publishes, changes, takes off the site or puts back. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const values = { title: textOf(form, "title"), content: textOf(form, "content"), version: textOf(form, "version") };
  const fresh = args.params.id === "new";
  const id = fresh ? 0 : numberOfParam(args);
  const back = adminPaths.announcement(fresh ? "new" : id);
  if (intent === "remove" || intent === "restore") {
    const flash = intent === "remove" ? "已撤下，可以在“已撤下”里恢复" : "已恢复";
    return answerStaffForm(args, {}, () => call(adminAnnouncementApi[intent], { body: { id } }), { back, flash });
  }
  const { title, content } = values;
  if (fresh) {
    const add = () => call(adminAnnouncementApi.add, { body: { title, content } });
    return answerStaffForm(args, values, add, (added) => ({
      back: adminPaths.announcement(added.id),
      flash: "已发布",
    }));
  }
  const body = { id, title, content, version: Number(values.version) };
  return answerStaffForm(args, values, () => call(adminAnnouncementApi.put, { body }), { back, flash: "已保存" });
}

type Values = { title: string; content: string; version: string };

export default function AdminAnnouncement() {
  const { announcement } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(["title", "content"]);
  const unsent = useUnsent(ref);
  const removed = announcement?.removedAt != null;
  const id = announcement?.id;
  const conflict = notice?.code === "CONFLICT";
  return (
    <>
      <AdminHead title={id ? "修改公告" : "写公告"} up={{ label: "公告", to: adminPaths.announcements() }}>
        {id && !removed ? (
          <LinkButton to={paths.announcement(id)} variant="quiet" icon="eye">
            看公告
          </LinkButton>
        ) : null}
        {id ? (
          <LinkButton to={adminPaths.logOf("announcement", id)} variant="quiet" icon="clock">
            日志
          </LinkButton>
        ) : null}
      </AdminHead>
      <Form ref={ref} method="post" className="form" noValidate data-unsent={`admin-announcement:${id ?? "new"}`}>
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        {conflict && announcement ? (
          <details className="admin-panel">
            <summary>别人刚才保存的内容（再次保存会以您的为准）</summary>
            <h2>{announcement.title}</h2>
            <pre className="admin-diff__text">{announcement.content}</pre>
          </details>
        ) : null}
        {/* Who has seen what another wrote may write over it. */}
        <input
          key={conflict ? "seen" : "read"}
          type="hidden"
          name="version"
          defaultValue={(conflict ? announcement?.version : (values?.version ?? announcement?.version)) ?? ""}
        />
        <TextField
          label="标题"
          name="title"
          required
          defaultValue={values?.title ?? announcement?.title ?? ""}
          error={fields.title}
        />
        <MarkdownField
          label="正文"
          name="content"
          defaultValue={values?.content ?? announcement?.content ?? ""}
          error={fields.content}
        />
        <Button type="submit" name="intent" value="save" variant="primary" disabled={busy}>
          {busy ? "正在保存…" : id ? "保存" : "发布"}
        </Button>
      </Form>
      {announcement ? <RemovalForm removed={removed} title={announcement.title} what="则公告" /> : null}
    </>
  );
}
