import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import {
  SUBMISSION_STATES,
  type SubmissionState,
  submissionStates,
} from "#app/contract/admin/content/submission-states";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths, type SubmissionFilter } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { SubmissionWords } from "#app/features/admin/content/submission-words";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { SelectField } from "#app/features/admin/fields/select-field";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

/** All list parameters in the URL, as typed. */
function searchOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const [q = "", person = ""] = ["q", "person"].map((name) => given.get(name)?.trim().slice(0, 60));
  return {
    state: submissionStates.find((state) => state === given.get("state")),
    q,
    person,
    cursor: given.get("cursor") ?? undefined,
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const { state, q, person, cursor } = searchOf(args.request);
  const asked = { state, cursor, ...(q ? { q } : {}), ...(person ? { person } : {}) };
  const query = { ...asked, formId: numberOfParam(args), limit: 30 };
  const found = await loadForStaff(args, adminSubmissionApi.list, { query });
  return {
    found,
    q,
    person,
    state: state ?? null,
    cursor: cursor ?? null,
    handles: permissions.includes("submission.manage"),
    builds: permissions.includes("form.manage"),
  };
}

/** Marks the selected submissions. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const ids = form.getAll("item").filter((item) => typeof item === "string");
  const state = textOf(form, "state") as SubmissionState;
  const back = adminPaths.submissions(numberOfParam(args), searchOf(args.request));
  const mark = () => gateway(args).call(adminSubmissionApi.put, { body: { ids, state } });
  return respondToStaffForm(args, { ids, state }, mark, ({ done }) => ({ back, flash: messageOf(done.length, state) }));
}

const messageOf = (done: number, state: SubmissionState) =>
  done === 0
    ? { kind: "info" as const, message: "没有选中任何一份" }
    : { kind: "success" as const, message: `已把 ${done} 份标为${SUBMISSION_STATES[state]}` };

export default function AdminSubmissions() {
  const { found, q, person, state, cursor, handles, builds } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, { ids: string[]; state: string }>(["state"]);
  const { form, counts, list } = found;
  const all = submissionStates.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  const search = { q, person };
  const to = (filter: SubmissionFilter = {}) => adminPaths.submissions(form.id, { ...search, ...filter });
  return (
    <>
      <AdminHead
        title={`答卷：${form.title}`}
        up={builds ? { label: form.title, to: adminPaths.form(form.id) } : { label: "表单", to: adminPaths.forms() }}
      >
        <Form method="post" action={adminPaths.submissionsExport(form.id)} reloadDocument>
          <Button type="submit" icon="download">
            导出 CSV
          </Button>
        </Form>
      </AdminHead>
      <Tabs
        label="状态"
        tabs={[
          { label: "全部", to: to(), current: state === null, count: all },
          ...submissionStates.map((one) => ({
            label: SUBMISSION_STATES[one],
            to: to({ state: one }),
            current: state === one,
            count: counts[one] ?? 0,
          })),
        ]}
      />
      <Form key={`${q} ${person}`} method="get" role="search" className="admin-filter">
        {state ? <input type="hidden" name="state" value={state} /> : null}
        <TextField label="答案里的词" name="q" maxLength={60} defaultValue={q} />
        <TextField label="填写的人（昵称、编号或手机号）" name="person" maxLength={60} defaultValue={person} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {list.length === 0 ? (
        <EmptyState
          later={cursor !== null}
          text={state || q || person ? "没有这样的答卷。" : "还没有人填写。交上来的答卷会出现在这里。"}
        />
      ) : (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          <AdminTable shape="rows">
            <thead>
              <tr>
                {handles ? <th>选择</th> : null}
                <th>答卷</th>
                <th>状态</th>
                <th>提交</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ id, member, answers, state: its, createdAt }) => (
                <tr key={id}>
                  {handles ? (
                    <td>
                      <label className="admin-queue__box">
                        <input
                          type="checkbox"
                          name="item"
                          value={id}
                          defaultChecked={values?.ids?.includes(String(id))}
                          aria-label={`选中第 ${id} 号答卷`}
                        />
                      </label>
                    </td>
                  ) : null}
                  <td>
                    <Link to={adminPaths.submission(id)}>
                      #{id} {member?.nickname ?? "访客"}
                    </Link>
                    <SubmissionWords answers={answers} max={3} />
                  </td>
                  <td>{SUBMISSION_STATES[its]}</td>
                  <td>
                    <Time value={createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </AdminTable>
          {handles ? (
            <div className="admin-filter">
              <SelectField
                label="把选中的标为"
                {...field("state", "handled")}
                options={Object.entries(SUBMISSION_STATES)}
              />
              <Button type="submit" variant="primary" busy={busy}>
                标记
              </Button>
            </div>
          ) : null}
        </Form>
      )}
      <CursorPager
        byAge
        first={cursor === null ? null : to({ state: state ?? undefined })}
        next={found.nextCursor ? to({ state: state ?? undefined, cursor: found.nextCursor }) : null}
      />
    </>
  );
}
