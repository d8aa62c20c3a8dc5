import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { actionName } from "#app/features/admin/log/action-names";

type Past = { action: string; actor: string; reason: string; at: string };

/** Decisions of staff on a text or member, latest first. @param log path of the full log; null without permission */
export function PastDecisions({ past, log }: { past: readonly Past[]; log: string | null }) {
  return (
    <>
      <h2>过去的处理</h2>
      {past.length === 0 ? <p className="admin-queue__excerpt">还没有处理过。</p> : null}
      <ul className="admin-said">
        {past.map(({ action, actor, reason, at }) => (
          <li key={at + action}>
            <p>{`${actor}${actionName(action)}${reason ? `：${reason}` : ""}`}</p>
            <p className="admin-queue__note">
              <Time value={at} />
            </p>
          </li>
        ))}
      </ul>
      {log && past.length > 0 ? (
        <p>
          <Link to={log}>在操作日志里看</Link>
        </p>
      ) : null}
    </>
  );
}
