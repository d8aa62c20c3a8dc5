import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { SUBMISSION_STATES, type SubmissionState } from "#app/contract/admin/content/submission-states";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SubmissionWords } from "#app/features/admin/content/submission-words";
import { SelectField } from "#app/features/admin/fields/select-field";
import { storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { PersonLink } from "#app/features/admin/person-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { TextArea } from "#app/forms/text-area";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { formatBytes } from "#runtime/format-bytes";

export async function loader(args: LoaderFunctionArgs) {
  const submission = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const found = await loadForStaff(args, adminSubmissionApi.get, { params: { id: numberOfParam(args) } });
    return { ...found, handles: permissions.includes("submission.manage") };
  });
  return { submission };
}

/** Marks a submission and adds a note, or deletes it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = numberOfParam(args);
  const { call } = gateway(args);
  const values = {
    state: textOf(form, "state"),
    note: textOf(form, "note"),
    reason: textOf(form, "reason"),
    version: textOf(form, "version"),
  };
  if (textOf(form, "intent") === "remove") {
    const remove = () => call(adminSubmissionApi.remove, { body: { id, reason: values.reason } });
    return respondToStaffForm(args, values, remove, {
      back: adminPaths.forms(),
      flash: "已删除，30 天内可以在日志里撤销",
    });
  }
  const body = {
    ids: [id],
    state: values.state as SubmissionState,
    note: values.note,
    version: values.version || undefined,
  };
  const save = () => call(adminSubmissionApi.put, { body });
  return respondToStaffForm(args, values, save, { back: adminPaths.submission(id), flash: "已保存" });
}

const STATES = Object.entries(SUBMISSION_STATES);
type Values = { state: string; note: string; reason: string; version: string };

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminSubmission() {
  const { submission } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["state", "note", "reason"]);
  const form = submission?.form;
  const handles = submission?.handles ?? values !== undefined;
  return (
    <>
      <AdminHead
        title={submission ? `答卷 #${submission.id}` : "答卷"}
        up={
          form ? { label: form.title, to: adminPaths.submissions(form.id) } : { label: "表单", to: adminPaths.forms() }
        }
        text={
          submission ? (
            <>
              {submission.member ? <PersonLink person={submission.member} /> : "访客"}，
              <Time value={submission.createdAt} format="datetime" />，{SUBMISSION_STATES[submission.state]}
            </>
          ) : null
        }
      >
        {submission ? <LogLink to={adminPaths.logOf("submission", submission.id)} /> : null}
      </AdminHead>
      {submission ? <SubmissionWords answers={submission.answers} /> : null}
      {submission && submission.files.length > 0 ? (
        <section className="admin-panel" aria-labelledby="files-title">
          <h2 id="files-title">文件</h2>
          <ul>
            {submission.files.map(({ label, fileName, bytes, url }) => (
              <li key={url}>
                {label}：
                <a href={url} rel="noreferrer" download>
                  {fileName}
                </a>{" "}
                <span className="numbers">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ul>
          <p className="field__help">下载地址 5 分钟内有效，过后请刷新这一页。</p>
        </section>
      ) : null}
      {handles ? (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          <VersionField notice={notice} stored={submission?.version} submitted={values?.version}>
            <TheirFields<"state" | "note">
              stored={{
                state: storedChoice("状态", submission?.state ?? "new", STATES),
                note: { label: "备注", value: submission?.note ?? "" },
              }}
              submitted={values}
            />
          </VersionField>
          <SelectField label="状态" {...field("state", submission?.state ?? "new")} options={STATES} />
          <TextArea label="备注" {...field("note", submission?.note)} help="只有工作人员看得到" />
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            保存
          </Button>
          <div className="form admin-danger">
            <TextField label="删除的原因" {...field("reason")} help="记在日志里" />
            <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
              删除{submission ? `第 ${submission.id} 号` : "这份"}答卷
            </Button>
          </div>
        </Form>
      ) : null}
    </>
  );
}
