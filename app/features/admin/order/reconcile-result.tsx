import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { ReconcileLine, Reconciliation } from "#app/contract/admin/zhiku/reconcile";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { DIFFERENCES, stateHere, stateThere } from "./reconcile-words";

/** Formats an amount in fen that may be negative. */
const signed = (fen: number): string => (fen < 0 ? `-${formatYuan(-fen)}` : formatYuan(fen));

/** Result of a day's comparison: totals of both sides, and each difference. */
export function ReconcileResult({ result }: { result: Reconciliation }) {
  const { comparedAt, comparedBy, differences, lines, funds } = result;
  return (
    <>
      <p className="admin-log__note">
        <Time value={comparedAt} format="datetime" /> {comparedBy ? `由 ${comparedBy.nickname} 核对` : "自动核对"}，
        {differences === 0 ? "两边一致。" : `${differences} 处不同。`}
      </p>
      <Sums {...result} />
      {funds ? (
        <p className="admin-log__note numbers">
          {`资金账单：收入 ${funds.income.count} 笔 ${formatYuan(funds.income.sum)}，支出 ${funds.outgo.count} 笔 ${formatYuan(funds.outgo.sum)}。`}
        </p>
      ) : null}
      {lines.length > 0 ? (
        <AdminTable label="不同之处">
          <thead>
            <tr>
              <th>订单</th>
              <th>不同之处</th>
              <th>微信支付</th>
              <th>本站</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Difference key={`${line.kind} ${line.orderNo} ${line.refundNo} ${line.what}`} line={line} />
            ))}
          </tbody>
        </AdminTable>
      ) : null}
      {differences > lines.length ? (
        <p className="admin-log__note">只列出前 {lines.length} 处，其余的请先处理这些，再核对一次。</p>
      ) : null}
    </>
  );
}

function Sums({ sums: { there, here } }: Pick<Reconciliation, "sums">) {
  const rows = [
    { name: "支付", there: there.payments, here: here.payments },
    { name: "退款", there: there.refunds, here: here.refunds },
  ];
  const [netThere, netHere] = [there, here].map(({ payments, refunds }) => payments.sum - refunds.sum) as [
    ...[number, number],
  ];
  const sum = ({ count, sum }: { count: number; sum: number }) => `${count} 笔 ${formatYuan(sum)}`;
  return (
    <AdminTable label="合计">
      <thead>
        <tr>
          <th />
          <th className="admin-table__sum">微信支付</th>
          <th className="admin-table__sum">本站</th>
          <th className="admin-table__sum">相差</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className="numbers admin-table__sum">{sum(row.there)}</td>
            <td className="numbers admin-table__sum">{sum(row.here)}</td>
            <td className="numbers admin-table__sum">{signed(row.there.sum - row.here.sum)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">净收入</th>
          <td className="numbers admin-table__sum">{signed(netThere)}</td>
          <td className="numbers admin-table__sum">{signed(netHere)}</td>
          <td className="numbers admin-table__sum">{signed(netThere - netHere)}</td>
        </tr>
        <tr>
          <th scope="row">手续费</th>
          <td className="numbers admin-table__sum">{signed(there.fee)}</td>
          <td className="numbers admin-table__sum">{here.fee === undefined ? "" : `按费率 ${signed(here.fee)}`}</td>
          <td className="numbers admin-table__sum">{here.fee === undefined ? "" : signed(there.fee - here.fee)}</td>
        </tr>
      </tbody>
    </AdminTable>
  );
}

const KINDS = { payment: "支付", refund: "退款" } as const;

function Difference({ line }: { line: ReconcileLine }) {
  const { kind, what, orderNo, refundNo, transactionId, known, there, here } = line;
  return (
    <tr>
      <td className="numbers">
        {known ? <Link to={adminPaths.order(orderNo)}>{orderNo}</Link> : orderNo}
        <small>{refundNo ? `退款单号 ${refundNo}` : `微信支付单号 ${transactionId ?? "无"}`}</small>
      </td>
      <td>{`${KINDS[kind]}：${DIFFERENCES[what]}`}</td>
      <Side side={there} word={stateThere} />
      <Side side={here} word={stateHere} />
    </tr>
  );
}

function Side({ side, word }: { side: ReconcileLine["here"]; word: (state: string) => string }) {
  if (!side) return <td>无</td>;
  return (
    <td className="numbers">
      {`${signed(side.amount)} ${word(side.state)}`.trimEnd()}
      {side.at ? (
        <small>
          <Time value={side.at} format="datetime" />
        </small>
      ) : null}
    </td>
  );
}
