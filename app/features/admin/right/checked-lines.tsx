import { Tag } from "#app/components/ui/tag";
import type { RightLine } from "#app/contract/admin/zhiku/right";
import { AdminTable } from "#app/features/admin/admin-table";

const STATES = {
  wrong: { label: "不对", tone: "danger" },
  new: { label: "会发放", tone: "accent" },
  same: { label: "已有", tone: "neutral" },
} as const;

/** Lines of a checked list, invalid ones first. */
export function CheckedLines({ lines }: { lines: readonly RightLine[] }) {
  const of = (state: RightLine["state"]) => lines.filter((line) => line.state === state);
  const [wrong, fresh, same] = [of("wrong"), of("new"), of("same")];
  return (
    <section className="admin-panel admin-panel--told" aria-labelledby="checked-title">
      <h2 id="checked-title">逐行看过</h2>
      <p role="status">
        {wrong.length > 0 ? `${wrong.length} 行不对，改好之前一行也不会导入。` : "没有不对的行。"}
        会发放 {fresh.length} 项，{same.length} 项已有同样久或更久的权益。
      </p>
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th className="admin-table__sum">行</th>
            <th>结果</th>
            <th>手机号</th>
            <th>分类</th>
            <th>截止日</th>
          </tr>
        </thead>
        <tbody>
          {[...wrong, ...fresh, ...same].map(({ line, phone, category, until, state, problem }) => (
            <tr key={line}>
              <td className="numbers admin-table__sum" data-label="行">
                {line}
              </td>
              <td>
                <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag> {problem}
              </td>
              <td className="numbers">{phone}</td>
              <td>{category}</td>
              <td className="numbers">{until}</td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </section>
  );
}
