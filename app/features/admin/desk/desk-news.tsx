import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { adminDeskApi, ChangeKey } from "#app/contract/admin/desk/desk";
import type { CallData } from "#app/contract/endpoint";
import { adminPaths } from "#app/features/admin/admin-paths";
import { describeAction } from "#app/features/admin/log/action-names";
import { withCommas } from "#app/features/admin/message/message-states";

type Desk = CallData<typeof adminDeskApi.get>;

/** Label of each kind of event, and the page that lists them. */
const CHANGES: Record<ChangeKey, { label: string; to: string }> = {
  member: { label: "新用户", to: adminPaths.users() },
  question: { label: "问题", to: adminPaths.contents("question") },
  answer: { label: "回答", to: adminPaths.contents("answer") },
  article: { label: "文章", to: adminPaths.contents("article") },
  comment: { label: "评论", to: adminPaths.contents("comment") },
  order: { label: "付款的订单", to: adminPaths.orders() },
  removal: { label: "同事移除的内容", to: adminPaths.contents("question", { state: "removed" }) },
};

/** Events since the viewer last marked everything as seen, with a button to mark them. */
export function DeskNews({ desk: { since, now, changes, actions } }: { desk: Desk }) {
  const came = changes.filter(({ count }) => count > 0);
  const none = came.length === 0 && !actions?.count;
  return (
    <section className="admin-panel" aria-labelledby="desk-news">
      <div className="desk-news__head">
        <h2 id="desk-news">
          自 <Time value={since} /> 以来
        </h2>
        <Form method="post" action={adminPaths.deskSeen()}>
          <input type="hidden" name="at" value={now} />
          <Button type="submit" size="small" icon="check">
            都看过了
          </Button>
        </Form>
      </div>
      {none ? <p className="admin-log__note">没有新的内容，也没有同事做过什么。</p> : null}
      {came.length > 0 ? (
        <ul className="desk-news__changes">
          {came.map(({ key, count }) => (
            <li key={key}>
              <Link to={CHANGES[key].to}>
                <strong className="numbers">{withCommas(count)}</strong> {CHANGES[key].label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {actions?.count ? (
        <>
          <h3>同事与系统做的 {withCommas(actions.count)} 件事</h3>
          <ol className="admin-log">
            {actions.last.map(({ id, at, actor, action, kind, target }) => (
              <li key={id} className="admin-log__row">
                <Link to={adminPaths.logEntry(id)}>
                  {actor ?? "系统"} {describeAction({ action, kind, target })}
                </Link>
                <span className="admin-log__note">
                  <Time value={at} />
                </span>
              </li>
            ))}
          </ol>
          {actions.count > actions.last.length ? (
            <p>
              <Link to={adminPaths.log()}>看全部</Link>
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
