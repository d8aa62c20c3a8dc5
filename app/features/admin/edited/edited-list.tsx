import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { EditedKind, EditedSummary } from "#app/contract/admin/edited";
import type { StaffDraftSummary } from "#app/contract/admin/staff-draft";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { EDITED_WORDS } from "./edited-words";

type Page = { page: number; pageSize: number; total: number };
type Props = { kind: EditedKind } & Page &
  (
    | { state: "public" | "removed"; list: readonly EditedSummary[] }
    | { state: "draft"; list: readonly StaffDraftSummary[] }
  );

/** Labels of a row's date, by list. */
const AT = { public: "发布", draft: "定时", removed: "撤下" };
const CHANGED = { public: "修改", draft: "保存", removed: "修改" };

/** List of content of one kind written by staff: published, removed, or drafts. */
export function EditedList(props: Props) {
  const { kind, state, list, page, pageSize, total } = props;
  const { name, write, empty } = EDITED_WORDS[kind];
  const nothing = { public: empty, draft: `没有${name}的草稿。`, removed: `没有撤下的${name}。` };
  const tab = (label: string, of?: "draft" | "removed") => ({
    label,
    to: adminPaths.editedList(kind, of),
    current: state === (of ?? "public"),
  });
  return (
    <>
      <AdminHead title={name}>
        {kind === "case" ? (
          <LinkButton to={adminPaths.contents(kind, { do: "sort" })} variant="quiet" icon="tag">
            批量改分类与标签
          </LinkButton>
        ) : null}
        <LinkButton to={adminPaths.edited({ kind, id: "new" })} variant="primary" icon="plus">
          {write}
        </LinkButton>
      </AdminHead>
      <Tabs label={name} tabs={[tab("公开"), tab("草稿", "draft"), tab("已撤下", "removed")]} />
      {list.length === 0 ? (
        <EmptyState later={page > 1} text={nothing[state]} />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>标题</th>
              <th>{AT[state]}</th>
              <th>{CHANGED[state]}</th>
            </tr>
          </thead>
          <tbody>
            {props.state === "draft"
              ? props.list.map((draft) => <DraftRow key={draft.id} kind={kind} draft={draft} />)
              : props.list.map((thing) => <ThingRow key={thing.id} kind={kind} thing={thing} />)}
          </tbody>
        </AdminTable>
      )}
      <Pagination page={page} pageSize={pageSize} total={total} />
    </>
  );
}

type ThingProps = { kind: EditedKind; thing: EditedSummary };

function ThingRow({ kind, thing: { id, title, createdAt, updatedAt, removedAt, hideAt } }: ThingProps) {
  return (
    <tr>
      <td>
        <Link to={adminPaths.edited({ kind, id })}>{title}</Link>
        {hideAt && !removedAt ? (
          <p className="admin-queue__note">
            <Time value={hideAt} format="datetime" /> 撤下
          </p>
        ) : null}
      </td>
      <td data-label={AT[removedAt ? "removed" : "public"]}>
        <Time value={removedAt ?? createdAt} />
      </td>
      <td data-label={CHANGED.public}>{updatedAt && updatedAt !== createdAt ? <Time value={updatedAt} /> : null}</td>
    </tr>
  );
}

type DraftProps = { kind: EditedKind; draft: StaffDraftSummary };

function DraftRow({ kind, draft: { id, title, item, publishAt, failure, updatedAt } }: DraftProps) {
  return (
    <tr>
      <td>
        <Link to={adminPaths.edited({ kind, id: item?.id ?? "new", draft: id })}>{title || "没有标题"}</Link>
        {item ? "（修改）" : null}
      </td>
      <td data-label={AT.draft}>
        {publishAt ? <Time value={publishAt} format="datetime" /> : null}
        {failure ? <Tag tone="danger">没能发布</Tag> : null}
      </td>
      <td data-label={CHANGED.draft}>
        <Time value={updatedAt} />
      </td>
    </tr>
  );
}
