import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import type { RefObject } from "react";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminPlacingApi, type Pinned } from "#app/contract/admin/content/placing";
import { KINDS } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { placeName } from "#app/features/admin/content/placing-words";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readOrder } from "#app/features/admin/rows/read-order.server";
import { StepButtons } from "#app/features/admin/rows/step-buttons";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const { pins, featured } = await loadForStaff(args, adminPlacingApi.list, {});
  const groups = new Map<string, Pinned[]>();
  for (const pin of pins) {
    const name = placeName(pin.place, pin.kind, pin.classification?.name ?? null);
    groups.set(name, [...(groups.get(name) ?? []), pin]);
  }
  return { groups: [...groups].map(([name, list]) => ({ name, list })), featured };
}

/** Moves a pinned item up or down: `order` is the whole list in its new order. */
export async function action(args: ActionFunctionArgs) {
  const { ids: pins } = readOrder(await readForm(args.request));
  const order = () => gateway(args).call(adminPlacingApi.order, { body: { pins } });
  return respondToStaffForm(args, {}, order, { back: adminPaths.placings(), flash: "已排好" });
}

export default function AdminPlacings() {
  const { groups, featured } = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm();
  return (
    <>
      <AdminHead
        title="置顶与精华"
        text={
          <>
            置顶的站在一个列表的最前面，精华带着标记，问答和文章还各有一页“精华”。问题、文章在
            <Link to={adminPaths.contents("question")}>全部内容</Link>里选，案例和活动在它们的编辑页里选。
          </>
        }
      />
      <AdminNotice notice={notice} />
      {groups.length === 0 && featured.length === 0 ? (
        <EmptyState text="还没有置顶的内容，也没有精华。" />
      ) : (
        <Groups groups={groups} busy={busy} form={ref} />
      )}
      {featured.length > 0 ? (
        <section className="admin-panel" aria-labelledby="featured-title">
          <h2 id="featured-title">精华</h2>
          <AdminTable shape="narrow">
            <thead>
              <tr>
                <th>内容</th>
              </tr>
            </thead>
            <tbody>
              {featured.map((one) => (
                <tr key={`${one.kind}/${one.id}`}>
                  <td>
                    <Named thing={one} />
                  </td>
                </tr>
              ))}
            </tbody>
          </AdminTable>
        </section>
      ) : null}
    </>
  );
}

type Group = { name: string; list: readonly Pinned[] };
type GroupsProps = { groups: readonly Group[]; busy: boolean; form: RefObject<HTMLFormElement> };

/** Pinned items by list; with a form where a list can be reordered. */
function Groups({ groups, busy, form }: GroupsProps) {
  const sections = groups.map(({ name, list }) => (
    <section key={name} className="admin-panel" aria-label={`${name}的置顶`}>
      <h2>{name}</h2>
      <AdminTable shape="narrow">
        <thead>
          <tr>
            <th>内容</th>
            {list.length > 1 ? <th>顺序</th> : null}
          </tr>
        </thead>
        <tbody>
          {list.map((one, at) => (
            <tr key={one.pin}>
              <td>
                <Named thing={one} />
              </td>
              {list.length > 1 ? (
                <td>
                  <StepButtons ids={list.map(({ pin }) => pin)} at={at} name={one.name} busy={busy} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </section>
  ));
  const isMovable = groups.some(({ list }) => list.length > 1);
  return isMovable ? (
    <Form ref={form} method="post">
      {sections}
    </Form>
  ) : (
    <div>{sections}</div>
  );
}

function Named({ thing }: { thing: Pick<Pinned, "kind" | "id" | "name" | "state" | "until"> }) {
  const { kind, state, name, until } = thing;
  return (
    <>
      <Tag>{KINDS[kind].name}</Tag> <Link to={adminPaths.placing(thing)}>{name}</Link>{" "}
      {state === "public" ? null : <Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>}
      {until === null ? null : (
        <small>
          到 <Time value={until} format="datetime" /> 为止
        </small>
      )}
    </>
  );
}
