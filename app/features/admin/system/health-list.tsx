import { Tag } from "#app/components/ui/tag";
import type { HealthCheck } from "#app/contract/admin/system/system";
import { AdminTable } from "#app/features/admin/admin-table";

const NAMES: Record<HealthCheck["key"], string> = {
  "read-only": "写入",
  database: "数据库",
  migrations: "数据库结构",
  disk: "磁盘",
  memory: "内存",
  objects: "文件存储",
  search: "搜索",
  jobs: "任务",
  backup: "备份",
  clock: "时钟",
  mail: "邮件",
  pushes: "搜索引擎推送",
  pressure: "访问压力",
  version: "版本",
};
const STATES = {
  ok: { label: "正常", tone: "accent" },
  warn: { label: "留意", tone: "warm" },
  bad: { label: "有问题", tone: "danger" },
} as const;

/** Health checks of the machine, problems first. */
export function HealthList({ checks }: { checks: readonly HealthCheck[] }) {
  const order: readonly HealthCheck["state"][] = ["bad", "warn", "ok"];
  const sorted = checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <AdminTable label="各项" shape="told">
      <thead>
        <tr>
          <th>项目</th>
          <th>说明</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ key, state, detail, todo }) => (
          <tr key={key}>
            <td>
              <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>{" "}
              <span className="admin-health__name">{NAMES[key]}</span>
            </td>
            <td>
              {detail}
              {todo ? <strong className="admin-todo">{todo}</strong> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}
