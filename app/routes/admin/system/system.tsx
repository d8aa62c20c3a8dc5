import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { JOBS, type JobKind, jobKinds } from "#app/contract/admin/system/job-kinds";
import { adminSystemApi } from "#app/contract/admin/system/system";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { HealthList } from "#app/features/admin/system/health-list";
import { JobList } from "#app/features/admin/system/job-list";
import { useRefreshed } from "#app/features/admin/system/use-refreshed";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    const [{ checks }, { list }] = await Promise.all([
      loadForStaff(args, adminSystemApi.health, {}),
      loadForStaff(args, adminSystemApi.jobs, {}),
    ]);
    return { checks, jobs: list };
  });
}

/** Starts a job. */
export async function action(args: ActionFunctionArgs) {
  const kind = textOf(await readForm(args.request), "kind") as JobKind;
  const start = () => gateway(args).call(adminSystemApi.startJob, { body: { kind } });
  return respondToStaffForm(args, { kind }, start, {
    back: adminPaths.system(),
    flash: "已安排，几秒后开始",
  });
}

export default function AdminSystem() {
  const page = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm<unknown, { kind: string }>([]);
  const jobs = page?.jobs ?? [];
  const goesOn = jobs.some(({ endedAt }) => endedAt === null);
  useRefreshed(goesOn);
  const wrong = page?.checks.filter(({ state }) => state !== "ok").length ?? 0;
  return (
    <>
      <AdminHead title="系统与任务" text={wrong > 0 ? `有 ${wrong} 项要留意。` : "一切正常。"}>
        <LinkButton to={adminPaths.system()} variant="quiet" icon="refresh">
          刷新
        </LinkButton>
      </AdminHead>
      <section className="admin-panel" aria-labelledby="health">
        <h2 id="health">现在怎么样</h2>
        <HealthList checks={page?.checks ?? []} />
      </section>
      <section className="admin-panel" aria-labelledby="jobs">
        <h2 id="jobs">任务</h2>
        <p>一次进行一项，中断了会自己重新开始。边做边有人读写也没有关系。</p>
        <Form ref={ref} method="post">
          <AdminNotice notice={notice} />
          <ul className="admin-jobs">
            {jobKinds.map((kind) => {
              const pending = jobs.some((one) => one.kind === kind && one.endedAt === null);
              return (
                <li key={kind}>
                  <Button type="submit" name="kind" value={kind} size="small" busy={busy} disabled={pending}>
                    {JOBS[kind].name}
                  </Button>
                  <span>{JOBS[kind].text}</span>
                </li>
              );
            })}
          </ul>
        </Form>
        <JobList jobs={jobs} />
      </section>
    </>
  );
}
