import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Time } from "#app/components/ui/time";
import { HELD_REASONS } from "#app/contract/admin/held-reasons";
import { adminReviewApi, type QueuedText } from "#app/contract/admin/review";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { heldKind } from "#app/contract/review";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { decideHeld, type HeldDecision } from "#app/features/admin/decide-held.server";
import { KeyHelp } from "#app/features/admin/key-help";
import { RuleFields } from "#app/features/admin/rule-fields";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { useQueueKeys } from "#app/features/admin/use-queue-keys";
import { pageNumberOf } from "#app/server/page-number.server";

const kindOf = (request: Request) => heldKind.safeParse(new URL(request.url).searchParams.get("kind")).data;

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const kind = kindOf(args.request);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const queue = await loadForStaff(args, adminReviewApi.list, { query: { kind, page, pageSize: 50 } });
  return { kind, queue, decides: permissions.includes("review.decide") };
}

/** Decides on all that are marked. */
export const action = (args: ActionFunctionArgs) => decideHeld(args, () => adminPaths.reviews(kindOf(args.request)));

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["Enter", "打开"],
  ["x", "选中或取消"],
  ["a", "通过选中的"],
  ["r", "选择退回的原因"],
] as const;

export default function AdminReviews() {
  const { kind, queue, decides } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, HeldDecision>(["rule", "note"]);
  useQueueKeys();
  const tabs = [undefined, ...kindsWith("reviewed")].map((one) => ({
    label: one ? KINDS[one].name : "全部",
    to: adminPaths.reviews(one),
    current: one === kind,
  }));
  return (
    <>
      <AdminHead title="待审核" text="要先看过才公开的内容；等得最久的在前。" />
      <Tabs label="内容的种类" tabs={tabs} />
      {queue.list.length === 0 ? (
        <EmptyState text="没有等待审核的内容。成员发表的内容含有要审核的词，或按审核规则要先看过时，会先到这里。" />
      ) : (
        <Form ref={ref} method="post" className="admin-queue" noValidate>
          <AdminNotice notice={notice} />
          <ul className="admin-queue__list">
            {queue.list.map((held) => (
              <QueueRow key={held.id} held={held} marked={values?.items?.includes(itemOf(held))} decides={decides} />
            ))}
          </ul>
          {decides ? (
            <div className="admin-queue__bar">
              <RuleFields errors={fields} values={values} label="退回的原因" />
              <div className="admin-queue__buttons">
                {/* The first one: Enter in the words of a refusal refuses. */}
                <Button type="submit" name="intent" value="refuse" variant="danger" disabled={busy}>
                  退回选中的
                </Button>
                <Button type="submit" name="intent" value="approve" variant="primary" disabled={busy} data-key="a">
                  通过选中的
                </Button>
              </div>
            </div>
          ) : null}
        </Form>
      )}
      <Pagination page={queue.page} pageSize={queue.pageSize} total={queue.total} />
      {queue.list.length > 0 ? <KeyHelp keys={KEYS} /> : null}
    </>
  );
}

const itemOf = ({ id, version }: QueuedText): string => `${id}:${version}`;

type RowProps = { held: QueuedText; marked: boolean | undefined; decides: boolean };

function QueueRow({ held, marked, decides }: RowProps) {
  const { id, kind, title, excerpt, heldFor, word, author, targetId, submittedAt } = held;
  const name = title || excerpt;
  return (
    <li className="admin-queue__row" data-queue-row>
      {decides ? (
        <label className="admin-queue__box">
          <input
            type="checkbox"
            name="item"
            value={itemOf(held)}
            defaultChecked={marked}
            aria-label={`选中：${name}`}
          />
        </label>
      ) : null}
      <div>
        <p className="admin-queue__title">
          <Link to={adminPaths.review(id)}>{name}</Link>
        </p>
        <p className="admin-queue__excerpt">{excerpt}</p>
        <p className="admin-queue__note">
          <span>{targetId ? `修改${KINDS[kind].name}` : KINDS[kind].name}</span>
          <span>
            {HELD_REASONS[heldFor]} {word ? <mark>{word}</mark> : null}
          </span>
          <span>{author.nickname}</span>
          <Time value={submittedAt} />
        </p>
      </div>
    </li>
  );
}
