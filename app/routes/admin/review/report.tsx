import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminReportApi, type ReportedPlace } from "#app/contract/admin/review/report";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { Fact } from "#app/features/admin/fact";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimNote } from "#app/features/admin/queue/claim-note";
import {
  decideReported,
  type ReportDecision,
  reportedKind,
  reportedPlaceOf,
} from "#app/features/admin/queue/decide-reported.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { PastDecisions } from "#app/features/admin/queue/past-decisions";
import { reportFilterOf } from "#app/features/admin/queue/queue-filters.server";
import { QueueLinks } from "#app/features/admin/queue/queue-links";
import { RuleFields } from "#app/features/admin/queue/rule-fields";
import { SeenItem } from "#app/features/admin/queue/seen-item";
import { placeName, thingHref, waysFrom } from "#app/features/admin/queue/thing-links.server";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { ThingText } from "#app/features/admin/queue/thing-text";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { useUnread } from "#app/features/admin/use-unread";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { REPORT_REASONS } from "#app/features/report/report-reasons";
import { textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { numberOfParam } from "#app/server/params/number-param.server";

function reportedInUrl(args: LoaderFunctionArgs): ReportedPlace {
  const kind = reportedKind(args.params.kind);
  if (!kind) throw notFound();
  return { kind, id: numberOfParam(args) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const place = reportedInUrl(args);
  const filter = reportFilterOf(args.request);
  const { kind, sort } = filter;
  const asked = { params: place, query: { kind, sort } };
  const { text, contentHtml, reports, ...thing } = await loadForStaff(args, adminReportApi.get, asked);
  const isOpen = reports.some(({ state }) => state === "open");
  return {
    ...thing,
    filter,
    kindName: placeName(place),
    text,
    contentHtml: inNewWindows(contentHtml),
    state: text?.state ?? (place.kind === "user" && thing.owner ? "public" : "gone"),
    href: thingHref(place, text?.place ?? null),
    reports: reports.map((one) => ({ ...one, reason: REPORT_REASONS[one.reason] })),
    ...waysFrom(permissions, place, thing.owner),
    decides: permissions.includes("report.decide") && isOpen && !thing.own,
    mutes: permissions.includes("user.mute"),
    removes: permissions.includes("content.hide") && text !== null,
  };
}

/** Decides on this item; then opens the next one, or this one again if it failed. */
export function action(args: ActionFunctionArgs) {
  const filter = reportFilterOf(args.request);
  reportedInUrl(args);
  const toNext = (form: FormData) => {
    const { kind, id } = reportedPlaceOf(textOf(form, "next"));
    const next = reportedKind(kind);
    return next && id ? adminPaths.report({ kind: next, id }, filter) : adminPaths.reports(filter);
  };
  return decideReported(args, toNext, true);
}

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["a", "举报不成立，打开下一份"],
  ["r / h", "选择移除的原因"],
  ["m", "禁言作者"],
  ["c", "认领，或接手别人打开着的"],
  ["z", "十秒之内撤销刚才的决定"],
  ["u", "回到列表"],
] as const;
const DECIDED = { open: "未处理", upheld: "成立", dismissed: "不成立" } as const;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminReport() {
  const thing = useLoaderData<typeof loader>();
  const { kind, id, kindName, name, own, state, text, previous, next, decides, filter } = thing;
  const mine = decides && (thing.claim?.mine ?? true);
  const unread = useUnread(`${kind}:${id}`);
  return (
    <>
      <AdminHead
        title={`${kindName}${name ? `：${name.slice(0, 40)}` : ` #${id}`}`}
        text={<Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>}
        up={{ label: "举报", to: adminPaths.reports(filter) }}
      >
        <QueueLinks
          previous={previous}
          next={next}
          hrefOf={(other) => adminPaths.report(other, filter)}
          list={adminPaths.reports(filter)}
        />
      </AdminHead>
      <div className="admin-held">
        <div>
          {text ? <ThingText text={text} contentHtml={thing.contentHtml} /> : null}
          <Reports reports={thing.reports} />
        </div>
        <ThingFacts thing={thing} />
      </div>
      {own ? <p className="admin-log__note">这是你自己的内容，关于它的举报由另一位同事处理。</p> : null}
      {/* A key per item, so that choices are not carried over to the next one. */}
      <DecisionRefused gone={!mine} />
      {mine ? <DecideForm key={`${kind}:${id}`} thing={thing} unread={unread} /> : null}
      {decides ? (
        <ClaimNote key={`claim:${kind}:${id}`} claim={thing.claim} queue="report" target={`${kind}:${id}`} />
      ) : null}
      <KeyHelp keys={KEYS} />
    </>
  );
}

function Reports({ reports }: Pick<Page, "reports">) {
  return (
    <section className="admin-panel" aria-labelledby="reports-title">
      <h2 id="reports-title">举报（{reports.length}）</h2>
      <ul className="admin-said">
        {reports.map((one) => (
          <li key={one.reporter.userId}>
            <p>
              <strong>{one.reason}</strong>
              {one.detail ? `：${one.detail}` : ""}
            </p>
            <p className="admin-queue__note">
              <Link to={paths.user(one.reporter.userId)} target="_blank">
                {one.reporter.nickname}
              </Link>
              <span>
                过去 {one.upheld} 次成立，{one.dismissed} 次不成立
              </span>
              <span>{DECIDED[one.state]}</span>
              <Time value={one.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ThingFacts({ thing }: { thing: Page }) {
  const { kind, kindName, name, owner, state, text } = thing;
  return (
    <aside className="admin-panel">
      <h2>{kindName}</h2>
      <dl className="admin-facts">
        {state === "public" ? (
          <Fact label="在站上">
            <Link to={thing.href} target="_blank">
              {text?.place?.title ?? name}
            </Link>
          </Fact>
        ) : null}
        {owner ? (
          <Fact label={kind === "user" ? "用户" : "作者"}>
            <Link to={thing.ownerHref} target="_blank">
              {owner.nickname}
            </Link>
            {thing.mutes ? (
              <>
                {" "}
                <Link to={adminPaths.mute(owner.userId)} reload data-key="m">
                  去禁言
                </Link>
              </>
            ) : null}
          </Fact>
        ) : null}
        {owner ? <Fact label="过去被移除的内容">{thing.removedBefore}</Fact> : null}
      </dl>
      <PastDecisions past={thing.past} log={thing.log} />
    </aside>
  );
}

function DecideForm({ thing, unread }: { thing: Page; unread: boolean }) {
  const { kind, id, kindName, state, next, removes } = thing;
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, ReportDecision>(["rule", "note"]);
  return (
    <Form ref={ref} method="post" className="admin-panel admin-queue" noValidate>
      <AdminNotice notice={notice} />
      <SeenItem item={`${kind}:${id}`} version={thing.version} notice={notice} values={values} />
      <input type="hidden" name="next" value={next ? `${next.kind}:${next.id}` : ""} />
      {removes ? <RuleFields errors={fields} values={values} label="移除的原因" hides /> : null}
      <div className="admin-queue__buttons">
        {/* First button, so that Enter in the note field removes. */}
        {removes ? (
          <Button type="submit" name="intent" value="remove" variant="danger" busy={busy} disabled={unread}>
            {state === "removed" ? "举报成立" : `举报成立，移除${kindName}`}
          </Button>
        ) : (
          <Button type="submit" name="intent" value="handled" busy={busy} disabled={unread}>
            举报成立，已另行处理
          </Button>
        )}
        <Button type="submit" name="intent" value="keep" variant="primary" busy={busy} disabled={unread} data-key="a">
          举报不成立，保留
        </Button>
      </div>
    </Form>
  );
}
