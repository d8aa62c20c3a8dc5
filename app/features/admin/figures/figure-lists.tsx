import { formatYuan } from "#app/components/ui/format-yuan";
import type { adminFiguresApi } from "#app/contract/admin/desk/figures";
import type { CallData } from "#app/contract/endpoint";
import { AdminTable } from "#app/features/admin/admin-table";
import { withCommas } from "#app/features/admin/message/message-states";
import { percent } from "./figure-text";

type Figures = CallData<typeof adminFiguresApi.get>;

/** Number of SMS sent relative to the budget, and their cost. @param days in the range */
export function SmsCost({ sent, days, sms }: { sent: number; days: number; sms: Figures["sms"] }) {
  const aDay = Math.round(sent / days);
  return (
    <p className="admin-log__note">
      每天最多发 {withCommas(sms.budget)} 条；这段时间平均每天 {withCommas(aDay)} 条，用了预算的{" "}
      {percent(sent / days / sms.budget)}。
      {sms.price === null
        ? "设置了 SMS_PRICE（每条几分钱）就能看到费用。"
        : `共约 ${formatYuan(Math.round(sent * sms.price))}（每条 ${sms.price} 分）。`}
    </p>
  );
}

/** Searches without results, most frequent first. */
export function Missed({ missed }: Pick<Figures, "missed">) {
  return (
    <section aria-labelledby="missed">
      <h3 id="missed">搜不到的词</h3>
      {missed.length === 0 ? (
        <p className="admin-log__note">这段时间里没有搜不到的词。</p>
      ) : (
        <ol className="figures__words">
          {missed.map(({ word, times }) => (
            <li key={word}>
              {word} <span className="numbers admin-log__note">{withCommas(times)} 次</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Most opened zhiku documents. */
export function Documents({ documents }: Pick<Figures, "documents">) {
  return (
    <section>
      <h3 id="documents">打开最多的文档</h3>
      {documents.length === 0 ? (
        <p className="admin-log__note">这段时间里没有人打开文档。</p>
      ) : (
        <AdminTable labelledBy="documents" low>
          <thead>
            <tr>
              <th scope="col">文档</th>
              <th scope="col" className="admin-table__sum">
                打开
              </th>
              <th scope="col" className="admin-table__sum">
                下载
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map(({ id, title, reads, downloads }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                <td className="numbers admin-table__sum">{withCommas(reads)}</td>
                <td className="numbers admin-table__sum">{withCommas(downloads)}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </section>
  );
}
