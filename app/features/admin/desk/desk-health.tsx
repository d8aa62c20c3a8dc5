import { Link } from "#app/components/ui/link";
import type { Pulse, PulseKey } from "#app/contract/admin/desk/desk";
import type { Permission } from "#app/contract/permissions";
import { adminPaths } from "#app/features/admin/admin-paths";
import { withCommas } from "#app/features/admin/message/message-states";
import { formatBytes } from "#runtime/format-bytes";

const STATES: Record<Pulse["state"], string> = { ok: "正常", warn: "留意", bad: "要处理" };

const WORDS: Record<PulseKey, (pulse: Pulse) => string> = {
  failed: ({ value }) => (value === 0 ? "今天没有出错的页面" : `今天 ${withCommas(value)} 个页面出错（5xx）`),
  sms: ({ value, of }) => `短信 ${withCommas(value)} / ${withCommas(of ?? 0)} 条`,
  login: ({ value }) => `登录失败 ${withCommas(value)} 次`,
  queue: ({ value }) => (value === 0 ? "任务都按时完成" : `${withCommas(value)} 项任务到点未办`),
  disk: ({ value }) => `磁盘剩 ${formatBytes(value)}`,
  bill: ({ value }) => (value === 0 ? "最近一天的账相符" : `最近一天的账有 ${withCommas(value)} 处不同`),
};

/** Page with details, and the permission to open it. */
const WAYS: Partial<Record<PulseKey, { to: string; permission: Permission }>> = {
  failed: { to: adminPaths.system(), permission: "system.manage" },
  queue: { to: adminPaths.system(), permission: "system.manage" },
  disk: { to: adminPaths.system(), permission: "system.manage" },
  bill: { to: adminPaths.reconcile(), permission: "order.read" },
};

/** State of the site today, in one line; problems first. */
export function DeskHealth({ health, may }: { health: readonly Pulse[]; may: readonly Permission[] }) {
  const worst = (["bad", "warn", "ok"] as const).find((state) => health.some((one) => one.state === state)) ?? "ok";
  const ordered = [...health].sort((one, other) => ORDER[one.state] - ORDER[other.state]);
  return (
    <section className="desk-health" aria-label="今天的状况">
      <p className={`desk-health__state desk-health__state--${worst}`}>{STATES[worst]}</p>
      <ul className="desk-health__list">
        {ordered.map((pulse) => {
          const words = WORDS[pulse.key](pulse);
          const way = WAYS[pulse.key];
          return (
            <li key={pulse.key} className={`desk-health__item desk-health__item--${pulse.state}`}>
              {pulse.state === "ok" ? null : <span className="visually-hidden">{STATES[pulse.state]}：</span>}
              {way && may.includes(way.permission) ? <Link to={way.to}>{words}</Link> : words}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ORDER: Record<Pulse["state"], number> = { bad: 0, warn: 1, ok: 2 };
