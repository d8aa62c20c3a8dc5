import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminContentApi } from "#app/contract/admin/content/content";
import { isPlaced } from "#app/contract/admin/content/placed-kinds";
import { rewrittenKind } from "#app/contract/admin/content/rewrite";
import { revertedKind } from "#app/contract/admin/content/version";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { Fact } from "#app/features/admin/fact";
import { type ContentDecision, contentKindOf, decideContent } from "#app/features/admin/queue/decide-content.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { PastDecisions } from "#app/features/admin/queue/past-decisions";
import { RuleFields } from "#app/features/admin/queue/rule-fields";
import { SeenItem } from "#app/features/admin/queue/seen-item";
import { thingHref, waysFrom } from "#app/features/admin/queue/thing-links.server";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { ThingText } from "#app/features/admin/queue/thing-text";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { inNewWindows } from "#app/features/content/in-new-windows";
import { numberOfParam } from "#app/server/params/number-param.server";

const contentInUrl = (args: LoaderFunctionArgs) => ({ kind: contentKindOf(args), id: numberOfParam(args) });

export async function loader(args: LoaderFunctionArgs) {
  const { permissions, userId } = await requireConsole(args);
  const place = contentInUrl(args);
  const thing = await loadForStaff(args, adminContentApi.get, { params: place });
  return {
    ...thing,
    contentHtml: inNewWindows(thing.contentHtml),
    href: thingHref(place, thing.text.place),
    own: thing.owner?.userId === userId,
    ...waysFrom(permissions, place, thing.owner),
    hides: permissions.includes("content.hide"),
    seesReports: permissions.includes("report.read"),
    places: permissions.includes("content.place"),
    merges: permissions.includes("content.merge"),
    edits: permissions.includes("content.edit") && rewrittenKind.safeParse(place.kind).success,
    versioned: revertedKind.safeParse(place.kind).success,
  };
}

/** Removes or restores a text, or previews what removing it would do. */
export function action(args: ActionFunctionArgs) {
  const place = contentInUrl(args);
  return decideContent(args, place.kind, adminPaths.content(place), true);
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminContent() {
  const thing = useLoaderData<typeof loader>();
  const { kind, id, owner, state, reason, reports, text, hides, own, createdAt } = thing;
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, ContentDecision>(["rule", "note"]);
  const { name } = KINDS[kind];
  const isRemoved = state === "removed";
  /** A colleague was faster: the form has no fields for the typed reason. */
  const isOver = isRemoved && notice?.code === "CONFLICT";
  return (
    <>
      <AdminHead
        title={`${name} #${id}`}
        text={<Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>}
        up={{ label: "全部内容", to: adminPaths.contents(kind) }}
      >
        {thing.edits && state === "public" ? (
          <LinkButton to={adminPaths.rewrite({ kind, id })} variant="quiet" icon="edit">
            修改
          </LinkButton>
        ) : null}
        {thing.versioned ? (
          <LinkButton to={adminPaths.versions({ kind, id })} variant="quiet" icon="clock">
            版本
          </LinkButton>
        ) : null}
        {thing.merges && kind === "question" && state === "public" ? (
          <LinkButton to={adminPaths.mergeQuestion(id)} variant="quiet" icon="arrow-right">
            并入另一个问题
          </LinkButton>
        ) : null}
        {thing.places && isPlaced(kind) ? (
          <LinkButton to={adminPaths.placing({ kind, id })} variant="quiet" icon="star">
            置顶与精华
          </LinkButton>
        ) : null}
      </AdminHead>
      <div className="admin-held">
        <ThingText text={text} contentHtml={thing.contentHtml} />
        <aside className="admin-panel">
          <h2>{name}</h2>
          <dl className="admin-facts">
            {state === "public" ? (
              <Fact label="在站上">
                <Link to={thing.href} target="_blank">
                  {text.place?.title ?? thing.name}
                </Link>
              </Fact>
            ) : null}
            {owner ? (
              <Fact label="作者">
                <Link to={thing.ownerHref} target="_blank">
                  {owner.nickname}
                </Link>
              </Fact>
            ) : null}
            <Fact label="发表">
              <Time value={createdAt} />
            </Fact>
            {reason ? <Fact label="移除的原因">{reason}</Fact> : null}
            {reports > 0 && thing.seesReports ? (
              <Fact label="未处理的举报">
                <Link to={adminPaths.report({ kind, id })}>{reports} 人举报</Link>
              </Fact>
            ) : null}
          </dl>
          <PastDecisions past={thing.past} log={thing.log} />
        </aside>
      </div>
      <DecisionRefused gone={isOver} />
      {hides && isRemoved && own ? <p className="admin-log__note">你自己的内容要由另一位同事恢复。</p> : null}
      {hides && !(isRemoved && own) ? (
        <Form ref={ref} method="post" className="admin-panel admin-queue" noValidate>
          <AdminNotice notice={isOver ? null : notice} />
          <SeenItem key={state} item={String(id)} version={thing.version} notice={notice} values={values} />
          {isRemoved ? null : <RuleFields errors={fields} values={values} label="移除的原因" hides />}
          <div className="admin-queue__buttons">
            {isRemoved ? (
              <Button type="submit" name="intent" value="restore" variant="primary" busy={busy}>
                {`恢复这${KINDS[kind].measure}${name}`}
              </Button>
            ) : (
              <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
                {`移除这${KINDS[kind].measure}${name}`}
              </Button>
            )}
          </div>
        </Form>
      ) : null}
    </>
  );
}
