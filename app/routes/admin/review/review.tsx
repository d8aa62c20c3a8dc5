import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { HELD_OBSTACLES } from "#app/contract/admin/review/held-obstacles";
import { HELD_REASONS } from "#app/contract/admin/review/held-reasons";
import { adminReviewApi, type MarkedField } from "#app/contract/admin/review/review";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { Fact } from "#app/features/admin/fact";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimNote } from "#app/features/admin/queue/claim-note";
import { decideHeld, type HeldDecision } from "#app/features/admin/queue/decide-held.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { HeldWeight } from "#app/features/admin/queue/held-weight";
import { reviewFilterOf } from "#app/features/admin/queue/queue-filters.server";
import { QueueLinks } from "#app/features/admin/queue/queue-links";
import { RuleFields } from "#app/features/admin/queue/rule-fields";
import { SeenItem } from "#app/features/admin/queue/seen-item";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { useUnread } from "#app/features/admin/use-unread";
import { placedCommentHref } from "#app/features/comment/placed-comment-links.server";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { HELD_STATES } from "#app/features/held/held-state";
import { paths } from "#app/paths";
import { idIn } from "#app/server/params/id-in.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const filter = reviewFilterOf(args.request);
  const params = { id: numberOfParam(args) };
  const { place, ...held } = await loadForStaff(args, adminReviewApi.get, { params, query: filter });
  return {
    filter,
    held: { ...held, contentHtml: inNewWindows(held.contentHtml) },
    place: place && { title: place.title, href: placedCommentHref(place) },
    hides: permissions.includes("content.hide"),
    mutes: permissions.includes("user.mute"),
    decides: permissions.includes("review.decide") && held.state === "waiting" && !held.own,
  };
}

/** Decides on this text; then opens the next one, or this one again if it failed. */
export function action(args: ActionFunctionArgs) {
  const filter = reviewFilterOf(args.request);
  const toNext = (form: FormData) => {
    const next = idIn(form, "next");
    return next ? adminPaths.review(next, filter) : adminPaths.reviews(filter);
  };
  return decideHeld(args, toNext, true);
}

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["a", "通过，打开下一份"],
  ["r", "选择退回的原因"],
  ["e", "改好再通过"],
  ["h", "移除它要修改的、已经公开的那一份"],
  ["m", "禁言作者"],
  ["c", "认领，或接手别人打开着的"],
  ["z", "十秒之内撤销刚才的决定"],
  ["u", "回到列表"],
] as const;
const FIELDS: Record<string, string> = { title: "标题", content: "正文", tags: "标签", reason: "修改说明" };

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminReview() {
  const { filter, held, place, decides, hides, mutes } = useLoaderData<typeof loader>();
  const { id, kind, previousId, nextId } = held;
  const mine = decides && (held.claim?.mine ?? true);
  const unread = useUnread(String(id));
  return (
    <>
      <AdminHead
        title={`${held.targetId ? "修改" : ""}${KINDS[kind].name} #${id}`}
        text={HELD_STATES[held.state].label}
        up={{ label: "待审核", to: adminPaths.reviews(filter) }}
      >
        <QueueLinks
          previous={previousId}
          next={nextId}
          hrefOf={(other) => adminPaths.review(other, filter)}
          list={adminPaths.reviews(filter)}
        />
      </AdminHead>
      <div className="admin-held">
        <HeldText held={held} />
        <HeldFacts held={held} place={place} hides={hides} mutes={mutes} />
      </div>
      {held.own && held.state === "waiting" ? (
        <p className="admin-log__note">这是你自己写的，由另一位同事审核。</p>
      ) : null}
      {held.obstacle ? <p className="admin-log__note">不能通过：{HELD_OBSTACLES[held.obstacle]}。可以退回。</p> : null}
      {/* A key per text, so that choices are not carried over to the next one. */}
      <DecisionRefused gone={!mine} />
      {mine ? <DecideForm key={id} held={held} filter={filter} unread={unread} /> : null}
      {/* Below the decision buttons, so that they don't move when a script has claimed the text and the note's button disappears. */}
      {decides ? <ClaimNote key={`claim:${id}`} claim={held.claim} queue="review" target={String(id)} /> : null}
      <KeyHelp keys={KEYS} />
    </>
  );
}

function HeldText({ held }: Pick<Page, "held">) {
  return (
    <article className="admin-panel">
      {held.fields.map((field) => (
        <section key={field.name} className="admin-held__field">
          <h2>{FIELDS[field.name] ?? field.name}</h2>
          <p className="admin-held__text">
            <MarkedText parts={field.parts} />
          </p>
        </section>
      ))}
      {held.contentHtml ? (
        <details className="admin-held__shown">
          <summary>公开后的样子</summary>
          <Prose html={held.contentHtml} />
        </details>
      ) : null}
    </article>
  );
}

function HeldFacts({ held, place, hides, mutes }: Pick<Page, "held" | "place" | "hides" | "mutes">) {
  const { kind, author, past } = held;
  return (
    <aside className="admin-panel">
      <h2>为什么在这里</h2>
      <dl className="admin-facts">
        <Fact label="原因">
          {HELD_REASONS[held.heldFor]} {held.word ? <mark>{held.word}</mark> : null}
        </Fact>
        {held.state === "waiting" ? (
          <Fact label="分量" className="admin-queue__note">
            <HeldWeight weight={held.weight} weighs={held.weighs} bare />
          </Fact>
        ) : null}
        <Fact label="提交">
          <Time value={held.submittedAt} />
        </Fact>
        {place ? (
          <Fact label="在哪里">
            <Link to={place.href} target="_blank">
              {place.title}
            </Link>
          </Fact>
        ) : null}
        <Fact label="作者">
          <Link to={paths.user(author.userId)} target="_blank">
            {author.nickname}
          </Link>
          {mutes ? (
            <>
              {" "}
              <Link to={adminPaths.mute(author.userId)} reload data-key="m">
                去禁言
              </Link>
            </>
          ) : null}
        </Fact>
        {hides && held.targetId ? (
          <Fact label="已经公开的">
            <Link to={adminPaths.content({ kind, id: held.targetId })} data-key="h">
              看看，或移除
            </Link>
          </Fact>
        ) : null}
        <Fact label="过去的送审">
          通过 {past.approved}，退回 {past.refused}，等待 {past.waiting}
        </Fact>
        {held.reason ? <Fact label="退回的原因">{held.reason}</Fact> : null}
      </dl>
    </aside>
  );
}

function DecideForm({ held, filter, unread }: Pick<Page, "held" | "filter"> & { unread: boolean }) {
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, HeldDecision>(["rule", "note"]);
  const { id, version, nextId } = held;
  return (
    <Form ref={ref} method="post" className="admin-panel admin-queue" noValidate>
      <AdminNotice notice={notice} />
      <SeenItem item={String(id)} version={version} notice={notice} values={values} />
      <input type="hidden" name="next" value={nextId ?? ""} />
      <RuleFields errors={fields} values={values} label="退回的原因" />
      <div className="admin-queue__buttons">
        {/* First button, so that Enter in the note field refuses. */}
        <Button type="submit" name="intent" value="refuse" variant="danger" busy={busy} disabled={unread}>
          退回
        </Button>
        <Button
          type="submit"
          name="intent"
          value="approve"
          variant="primary"
          busy={busy}
          disabled={unread}
          data-key="a"
        >
          通过
        </Button>
        <LinkButton to={adminPaths.reviewEdit(id, filter)} data-key="e">
          改好再通过
        </LinkButton>
      </div>
    </Form>
  );
}

function MarkedText({ parts }: Pick<MarkedField, "parts">) {
  return parts.map(({ text, matched }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, never reordered
    <Fragment key={at}>{matched ? <mark>{text}</mark> : text}</Fragment>
  ));
}
