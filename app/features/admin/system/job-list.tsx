import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { JOBS } from "#app/contract/admin/system/job-kinds";
import type { AdminJob } from "#app/contract/admin/system/system";
import { AdminTable } from "#app/features/admin/admin-table";

const STATES = {
  waiting: { label: "等待", tone: "neutral" },
  running: { label: "进行中", tone: "warm" },
  done: { label: "完成", tone: "accent" },
  failed: { label: "没做成", tone: "danger" },
} as const;

/** Site-wide jobs, newest first, with progress and result. */
export function JobList({ jobs }: { jobs: readonly AdminJob[] }) {
  if (jobs.length === 0) return <p className="admin-log__note">还没有做过任务。</p>;
  return (
    <AdminTable label="任务" shape="told">
      <thead>
        <tr>
          <th>任务</th>
          <th>结果</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <td>
              <Tag tone={STATES[job.state].tone}>{STATES[job.state].label}</Tag>{" "}
              <span className="admin-health__name">{JOBS[job.kind].name}</span>
              <small>
                <Time value={job.beganAt ?? job.createdAt} />，{job.askedBy?.nickname ?? "按时自动"}
              </small>
            </td>
            <td>
              <Outcome job={job} />
            </td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}

function Outcome({ job: { kind, state, done, total, tries, message, problems, more } }: { job: AdminJob }) {
  if (state === "running") {
    return (
      <>
        {total === null ? null : (
          <progress className="admin-job__bar" value={done} max={total} aria-label={`${JOBS[kind].name}的进度`} />
        )}{" "}
        <span className="numbers">
          {total === null ? (done > 0 ? `已处理 ${done}` : "刚开始") : `${done} / ${total}`}
        </span>
        {tries > 1 ? `，第 ${tries} 次开始` : ""}
      </>
    );
  }
  if (state === "waiting") return <>{tries > 0 ? "上次中断了，等着重新开始" : "几秒后开始"}</>;
  if (problems.length === 0) return <>{message}</>;
  return (
    <details>
      <summary>{message}</summary>
      <ul className="admin-job__problems">
        {problems.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {more > 0 ? <li>还有 {more} 项</li> : null}
      </ul>
    </details>
  );
}
