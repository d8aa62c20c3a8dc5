import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Tabs } from "#app/components/ui/tabs";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminContentApi, type ListedThing, type Removable } from "#app/contract/admin/content/content";
import { adminRewriteApi, sortedKind } from "#app/contract/admin/content/rewrite";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { ContentFilter } from "#app/features/admin/content/content-filter";
import { ContentRow } from "#app/features/admin/content/content-row";
import { RemovalBar } from "#app/features/admin/content/removal-bar";
import { SortBar } from "#app/features/admin/content/sort-bar";
import { type SortableKind, sortContent } from "#app/features/admin/content/sort-content.server";
import { SORT_FIELDS, type Sorting } from "#app/features/admin/content/sort-names";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { isFiltered } from "#app/features/admin/is-filtered";
import { type ContentDecision, contentKindOf, decideContent } from "#app/features/admin/queue/decide-content.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { itemBox } from "#app/features/admin/queue/item-box";
import { SelectPage } from "#app/features/admin/queue/select-page";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";

const NAMES = ["state", "q", "author", "from", "to"] as const;
/** Value of `do` for bulk classification, for staff who may also remove content. */
const SORT = "sort";

/** List parameters in the URL, as entered. */
function searchOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const [state, q, author, from, to] = NAMES.map((name) => given.get(name)?.trim() ?? "") as [
    ...[string, string, string, string, string],
  ];
  return {
    search: { state, q, author, from, to },
    cursor: given.get("cursor") ?? undefined,
    does: given.get("do") === SORT ? SORT : undefined,
  };
}

/** The kind, if it can be classified in bulk; otherwise undefined. */
const sortedOf = (kind: Removable): SortableKind | undefined =>
  kind === "case" ? kind : sortedKind.safeParse(kind).data;

/** Available classifications for a kind. */
const choicesOf = async (args: LoaderFunctionArgs, kind: SortableKind) =>
  kind === "case"
    ? loadForStaff(args, adminCaseApi.choices, {})
    : loadForStaff(args, adminRewriteApi.choices, { params: { kind } });

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const kind = contentKindOf(args);
  const { search, cursor, does } = searchOf(args.request);
  const filled = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  const parsed = adminContentApi.list.query.safeParse({ ...filled, cursor, limit: 50 });
  // Invalid filters show an error next to the field and an empty list.
  const wrong = Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  const found = parsed.success
    ? await loadForStaff(args, adminContentApi.list, { params: { kind }, query: parsed.data })
    : null;
  const isPublic = (search.state || "public") === "public";
  const sorted =
    isPublic && permissions.includes(kind === "case" ? "case.manage" : "content.edit") ? sortedOf(kind) : undefined;
  const hides = permissions.includes("content.hide");
  const sorts = sorted !== undefined && (does === SORT || !hides);
  const choices = sorts ? await choicesOf(args, sorted) : [];
  return {
    kind,
    search,
    wrong,
    found,
    cursor: cursor ?? null,
    hides,
    sorts,
    both: sorted !== undefined && hides,
    choices,
  };
}

/** Removes, restores or classifies the selected items, or previews it. */
export function action(args: ActionFunctionArgs) {
  const kind = contentKindOf(args);
  const { search, cursor, does } = searchOf(args.request);
  const back = adminPaths.contents(kind, { ...search, cursor, do: does });
  const sorted = sortedOf(kind);
  return does === SORT && sorted ? sortContent(args, sorted, back) : decideContent(args, kind, back);
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

/** A selected item; whether it is removed depends on the version that is shown. */
const itemOf = ({ id, version }: ListedThing, sorts: boolean) => (sorts ? String(id) : `${id}:${version}`);

const STATES = ["public", "deleted", "removed"] as const;

export default function AdminContents() {
  const { kind, search, wrong, found, cursor, hides, sorts, both, choices } = useLoaderData<typeof loader>();
  const names = sorts ? [...SORT_FIELDS] : ["rule", "note"];
  const { ref, busy, fields, notice, refused, values } = useAdminForm<unknown, Partial<ContentDecision & Sorting>>(
    names,
  );
  const does = sorts ? SORT : undefined;
  const kinds = kindsWith("reportable").map((one) => ({
    label: KINDS[one].name,
    to: adminPaths.contents(one, { ...search }),
    current: one === kind,
  }));
  const here = cursor ?? undefined;
  const { name } = KINDS[kind];
  const emptyText = isFiltered(search) ? `没有这样的${name}。` : `还没有${name}。公开以后，在这里查找和移除。`;
  return (
    <>
      <AdminHead title="全部内容" text={`${name}，新的在前。`} />
      <Tabs label="内容的种类" tabs={kinds} />
      <Tabs
        label="状态"
        variant="pill"
        tabs={STATES.map((state) => ({
          label: THING_STATES[state].label,
          to: adminPaths.contents(kind, { ...search, state: state === "public" ? "" : state }),
          current: (search.state || "public") === state,
        }))}
      />
      <ContentFilter search={search} wrong={wrong} does={does} />
      {both ? (
        <Tabs
          label="对选中的做什么"
          variant="pill"
          tabs={[
            { label: "移除", to: adminPaths.contents(kind, { ...search, cursor: here }), current: !sorts },
            {
              label: "改分类与标签",
              to: adminPaths.contents(kind, { ...search, cursor: here, do: SORT }),
              current: sorts,
            },
          ]}
        />
      ) : null}
      <DecisionRefused gone={!found?.list.length} />
      {found === null || found.list.length === 0 ? (
        <EmptyState
          later={found !== null && cursor !== null}
          text={found === null ? "请先改正上面的条件。" : emptyText}
        />
      ) : (
        <Form
          key={does}
          ref={ref}
          method="post"
          action={adminPaths.contents(kind, { ...search, cursor: here, do: does })}
          className="admin-queue"
          noValidate
        >
          <AdminNotice notice={notice} />
          {values?.tried ? <FlashMessage kind="info" message={values.tried} /> : null}
          {hides || sorts ? <SelectPage /> : null}
          <ul className="admin-queue__list">
            {found.list.map((thing) => (
              <ContentRow
                key={thing.id}
                thing={thing}
                box={hides || sorts ? itemBox({ refused, values }, String(thing.id), itemOf(thing, sorts)) : null}
              />
            ))}
          </ul>
          {sorts ? (
            <SortBar errors={fields} values={values} busy={busy} classifications={choices} tells={kind !== "case"} />
          ) : hides ? (
            <RemovalBar errors={fields} values={values} busy={busy} isRemoved={search.state === "removed"} />
          ) : null}
        </Form>
      )}
      <CursorPager
        byAge
        first={cursor === null ? null : adminPaths.contents(kind, { ...search, do: does })}
        next={found?.nextCursor ? adminPaths.contents(kind, { ...search, cursor: found.nextCursor, do: does }) : null}
      />
    </>
  );
}
