import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import { Time } from "#app/components/ui/time";
import { HELD_REASONS } from "#app/contract/admin/review/held-reasons";
import { adminReviewApi, type QueuedText } from "#app/contract/admin/review/review";
import { KINDS, kindsWith } from "#app/contract/kinds";
import type { Permission } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths, type ReviewFilter } from "#app/features/admin/admin-paths";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimMark } from "#app/features/admin/queue/claim-note";
import { decideHeld, type HeldDecision } from "#app/features/admin/queue/decide-held.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { HeldWeight } from "#app/features/admin/queue/held-weight";
import { type ItemBox, itemBox } from "#app/features/admin/queue/item-box";
import { reviewFilterOf } from "#app/features/admin/queue/queue-filters.server";
import { RuleFields } from "#app/features/admin/queue/rule-fields";
import { SelectPage } from "#app/features/admin/queue/select-page";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";

/** Permissions of the viewer on held texts. */
const mayOf = (permissions: readonly Permission[]) => ({
  decides: permissions.includes("review.decide"),
  hides: permissions.includes("content.hide"),
  mutes: permissions.includes("user.mute"),
});

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const filter = reviewFilterOf(args.request);
  const cursor = new URL(args.request.url).searchParams.get("cursor") ?? undefined;
  const queue = await loadForStaff(args, adminReviewApi.list, { query: { ...filter, cursor, limit: 50 } });
  return { filter, queue, isFirst: cursor === undefined, ...mayOf(permissions) };
}

/** Decides on all selected texts. */
export const action = (args: ActionFunctionArgs) =>
  decideHeld(args, () => adminPaths.reviews(reviewFilterOf(args.request)));

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["Enter", "打开"],
  ["x", "选中或取消"],
  ["a", "通过选中的"],
  ["r", "选择退回的原因"],
  ["e", "改好再通过"],
  ["h", "移除它要修改的、已经公开的那一份"],
  ["m", "禁言作者"],
  ["z", "十秒之内撤销刚才的决定"],
  ["Esc", "离开输入框，回到列表的按键"],
] as const;

export default function AdminReviews() {
  const { filter, queue, isFirst, decides, hides, mutes } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, refused, values } = useAdminForm<unknown, HeldDecision>(["rule", "note"]);
  const tabs = [undefined, ...kindsWith("reviewed")].map((one) => ({
    label: one ? KINDS[one].name : "全部",
    to: adminPaths.reviews({ ...filter, kind: one }),
    current: one === filter.kind,
  }));
  return (
    <>
      <AdminHead title="待审核" text="要先看过才公开的内容；分量重的在前，一样重的，等得久的在前。" />
      <Tabs label="内容的种类" tabs={tabs} />
      <Tabs
        label="作者"
        variant="pill"
        tabs={([undefined, "new"] as const).map((member) => ({
          label: member ? "新会员" : "所有作者",
          to: adminPaths.reviews({ ...filter, member }),
          current: filter.member === member,
        }))}
      />
      <Tabs
        label="顺序"
        variant="pill"
        tabs={([undefined, "age"] as const).map((sort) => ({
          label: sort ? "等得久的在前" : "分量重的在前",
          to: adminPaths.reviews({ ...filter, sort }),
          current: filter.sort === sort,
        }))}
      />
      <DecisionRefused gone={queue.list.length === 0} />
      {queue.list.length === 0 ? (
        <EmptyState
          later={!isFirst}
          text={
            filter.member
              ? "没有新会员的内容在等待审核。"
              : "没有等待审核的内容。成员发表的内容含有要审核的词，或按审核规则要先看过时，会先到这里。"
          }
        />
      ) : (
        // A key per list, so that the selection is not carried over to the next texts.
        <Form key={queue.list[0]?.id} ref={ref} method="post" className="admin-queue" noValidate>
          <AdminNotice notice={notice} />
          {decides ? <SelectPage /> : null}
          <ul className="admin-queue__list">
            {queue.list.map((held) => (
              <QueueRow
                key={held.id}
                held={held}
                filter={filter}
                box={itemBox({ refused, values }, String(held.id), itemOf(held))}
                may={{ decides, hides, mutes }}
              />
            ))}
          </ul>
          {decides ? (
            <div className="admin-queue__bar">
              <RuleFields errors={fields} values={values} label="退回的原因" />
              <div className="admin-queue__buttons">
                {/* First button, so that Enter in the note field refuses. */}
                <Button type="submit" name="intent" value="refuse" variant="danger" busy={busy}>
                  退回选中的
                </Button>
                <Button type="submit" name="intent" value="approve" variant="primary" busy={busy} data-key="a">
                  通过选中的
                </Button>
              </div>
            </div>
          ) : null}
        </Form>
      )}
      <CursorPager
        first={isFirst ? null : adminPaths.reviews(filter)}
        next={queue.nextCursor ? adminPaths.reviews({ ...filter, cursor: queue.nextCursor }) : null}
      />
      {queue.list.length > 0 ? <KeyHelp keys={KEYS} /> : null}
    </>
  );
}

const itemOf = ({ id, version }: QueuedText): string => `${id}:${version}`;

type RowProps = {
  held: QueuedText;
  filter: ReviewFilter;
  box: ItemBox;
  may: ReturnType<typeof mayOf>;
};

function QueueRow({ held, filter, box, may }: RowProps) {
  const { id, kind, title, excerpt, heldFor, word, author, targetId, submittedAt } = held;
  const name = title || excerpt;
  const decides = may.decides && !held.own;
  return (
    <li
      className="admin-queue__row"
      data-queue-row
      data-way-e={decides ? adminPaths.reviewEdit(id, filter) : undefined}
      data-way-h={may.hides && targetId ? adminPaths.content({ kind, id: targetId }) : undefined}
      data-way-m={may.mutes ? adminPaths.mute(author.userId) : undefined}
    >
      {decides ? (
        <label className="admin-queue__box">
          <input type="checkbox" name="item" {...box} aria-label={`选中：${name}`} />
        </label>
      ) : null}
      <div>
        <p className="admin-queue__title">
          <Link to={adminPaths.review(id, filter)}>{name}</Link>
        </p>
        <p className="admin-queue__excerpt">{excerpt}</p>
        <p className="admin-queue__note">
          <span>{targetId ? `修改${KINDS[kind].name}` : KINDS[kind].name}</span>
          <span>
            {HELD_REASONS[heldFor]} {word ? <mark>{word}</mark> : null}
          </span>
          <span>{author.nickname}</span>
          <HeldWeight weight={held.weight} weighs={held.weighs} />
          {held.own ? <span>你自己写的，由另一位同事审核</span> : null}
          <ClaimMark claim={held.claim} />
          <Time value={submittedAt} />
        </p>
      </div>
    </li>
  );
}
