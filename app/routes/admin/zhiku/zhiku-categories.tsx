import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { adminZhikuCategoryApi, type EditedZhikuCategory } from "#app/contract/admin/zhiku/category";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { readOrder } from "#app/features/admin/rows/read-order.server";
import { StepButtons } from "#app/features/admin/rows/step-buttons";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const categories = await loadForStaff(args, adminZhikuCategoryApi.list, {});
  return { categories, mayChange: permissions.includes("category.manage") };
}

/** Moves a category up or down among its siblings: `order` is the whole level in its new order. */
export async function action(args: ActionFunctionArgs) {
  const { group, ids } = readOrder(await readForm(args.request));
  const body = { parentId: group === "" ? null : numberOf(group), ids };
  const order = () => gateway(args).call(adminZhikuCategoryApi.order, { body });
  return respondToStaffForm(args, {}, order, { back: adminPaths.zhikuCategories(), flash: "已排好" });
}

export default function AdminZhikuCategories() {
  const { categories, mayChange } = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm();
  return (
    <>
      <AdminHead title="知库分类" text="读者按分类找资料，按分类订阅。分类可以有下级；买了上级，下级都能读。">
        {mayChange ? (
          <LinkButton to={adminPaths.zhikuCategory("new")} variant="primary" icon="plus">
            新建分类
          </LinkButton>
        ) : null}
        <LinkButton to={adminPaths.zhikuRightsText("all")} variant="quiet" icon="edit">
          全部分类的权益说明
        </LinkButton>
        <LinkButton to={adminPaths.zhikuHeroes()} variant="quiet" icon="image">
          首页图片
        </LinkButton>
      </AdminHead>
      <AdminNotice notice={notice} />
      {categories.length === 0 ? (
        <EmptyState text="还没有分类。先建一个分类，再往里写资料，最后定价格。" />
      ) : (
        <Form ref={ref} method="post">
          <AdminTable shape="rows">
            <thead>
              <tr>
                <th>分类</th>
                <th className="admin-table__sum">公开的资料</th>
                <th>权益说明</th>
                {mayChange ? <th>顺序</th> : null}
              </tr>
            </thead>
            <tbody>
              {categories.map((category) => (
                <tr key={category.id}>
                  <td className={BELOW[depthOf(category, categories)]}>
                    <Link to={adminPaths.zhikuCategory(category.id)}>{category.name}</Link>{" "}
                    {category.hidden ? <Tag tone="warm">已隐藏</Tag> : null}
                  </td>
                  <td className="numbers admin-table__sum" data-label="公开的资料">
                    {category.publicCount} / {category.writtenCount}
                  </td>
                  <td data-label="权益说明">
                    <Link to={adminPaths.zhikuRightsText(category.id)} aria-label={`“${category.name}”的权益说明`}>
                      看与改
                    </Link>
                  </td>
                  {mayChange ? (
                    <td>
                      <StepButtons {...neighboursOf(category, categories)} name={category.name} busy={busy} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </AdminTable>
        </Form>
      )}
    </>
  );
}

/** Indentation classes by depth. */
const BELOW = ["", "admin-below-1", "admin-below-2", "admin-below-3"];

/** Siblings of a category in order, and its index. */
function neighboursOf({ id, parentId }: EditedZhikuCategory, all: readonly EditedZhikuCategory[]) {
  const ids = all.filter((one) => one.parentId === parentId).map((one) => one.id);
  return { ids, at: ids.indexOf(id), group: parentId ?? "" };
}

function depthOf({ parentId }: EditedZhikuCategory, all: readonly EditedZhikuCategory[]): number {
  const parent = all.find(({ id }) => id === parentId);
  return parent ? Math.min(1 + depthOf(parent, all), BELOW.length - 1) : 0;
}
