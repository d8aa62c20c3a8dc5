import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { TextField } from "#app/components/ui/text-field";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { scopeOptions } from "#app/features/admin/fields/category-options";
import { isFiltered } from "#app/features/admin/is-filtered";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { RightFilter, type RightSearch } from "#app/features/admin/right/right-filter";
import { RightRow } from "#app/features/admin/right/right-row";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** All list parameters in the URL, as typed. */
function searchOf({ url }: Request) {
  const given = new URL(url).searchParams;
  const of = (name: string) => given.get(name)?.trim() ?? "";
  const search: RightSearch = {
    member: of("member"),
    category: of("category"),
    state: of("state"),
    source: of("source"),
  };
  return { search, cursor: given.get("cursor") ?? undefined };
}

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const { search, cursor } = searchOf(args.request);
  const filled = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  const parsed = adminRightApi.list.query.safeParse({ ...filled, cursor, limit: 50 });
  // Invalid filters show an error next to the field and an empty list.
  const wrong = Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  const [found, categories] = await Promise.all([
    parsed.success ? loadForStaff(args, adminRightApi.list, { query: parsed.data }) : null,
    loadCategories(args),
  ]);
  return {
    search,
    wrong,
    found,
    isFirst: cursor === undefined,
    grants: permissions.includes("right.grant"),
    categories: scopeOptions(categories ?? []),
  };
}

/** Revokes the selected rights. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values: Typed = {
    reason: textOf(form, "reason"),
    items: form.getAll("item").filter((item) => typeof item === "string"),
  };
  const { search, cursor } = searchOf(args.request);
  const body = { ids: values.items, reason: values.reason };
  const revoke = () => gateway(args).call(adminRightApi.revoke, { body });
  return respondToStaffForm(args, values, revoke, ({ ended }) => ({
    back: adminPaths.rights({ ...search, cursor }),
    flash: `已收回 ${ended} 项，本人会收到消息`,
  }));
}

type Typed = { reason: string; items: string[] };

export default function AdminRights() {
  const { search, wrong, found, isFirst, grants, categories } = useLoaderData<typeof loader>();
  const emptyText = isFiltered(search)
    ? "没有这样的权益。"
    : "还没有人有权益。买下、兑换或由你发放之后，在这里查看和收回。";
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Typed>(["reason"]);
  return (
    <>
      <AdminHead title="权益" text="谁能读知库的哪一部分，到什么时候。付款买的随退款结束，其余的可以收回。">
        {grants ? (
          <>
            <LinkButton to={adminPaths.grantRights()} variant="primary" icon="plus">
              发放权益
            </LinkButton>
            <LinkButton to={adminPaths.importRights()} variant="quiet" icon="list">
              导入名单
            </LinkButton>
          </>
        ) : null}
      </AdminHead>
      <RightFilter search={search} wrong={wrong} categories={categories} />
      {found === null || found.list.length === 0 ? (
        <EmptyState later={found !== null && !isFirst} text={found === null ? "请先改正上面的条件。" : emptyText} />
      ) : (
        <Form ref={ref} method="post" className="form" noValidate>
          <AdminNotice notice={notice} />
          <AdminTable shape="rows">
            <thead>
              <tr>
                {grants ? <th>选择</th> : null}
                <th>用户</th>
                <th>分类</th>
                <th>状态</th>
                <th>时间</th>
                <th>来源</th>
              </tr>
            </thead>
            <tbody>
              {found.list.map((right) => (
                <RightRow
                  key={right.id}
                  right={right}
                  revokes={grants}
                  marked={values?.items?.includes(String(right.id))}
                />
              ))}
            </tbody>
          </AdminTable>
          {grants ? (
            <div className="form admin-danger">
              <TextField label="收回的原因" {...field("reason")} help="本人会读到" />
              <Button type="submit" variant="danger" busy={busy}>
                收回选中的权益
              </Button>
            </div>
          ) : null}
        </Form>
      )}
      <CursorPager
        byAge
        first={isFirst ? null : adminPaths.rights({ ...search })}
        next={found?.nextCursor ? adminPaths.rights({ ...search, cursor: found.nextCursor }) : null}
      />
    </>
  );
}
