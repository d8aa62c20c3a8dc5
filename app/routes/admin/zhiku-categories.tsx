import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { adminZhikuCategoryApi, type EditedZhikuCategory } from "#app/contract/admin/zhiku-category";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const categories = await loadForStaff(args, adminZhikuCategoryApi.list, {});
  return { categories, mayChange: permissions.includes("category.manage") };
}

/** Moves a category up or down among its neighbours: `order` is the whole level, as it is to be. */
export async function action(args: ActionFunctionArgs) {
  const [parent = "", ids = ""] = textOf(await readForm(args.request), "order").split(":");
  const body = { parentId: parent === "" ? null : Number(parent), ids: ids.split(",").filter(Boolean).map(Number) };
  const order = () => gateway(args).call(adminZhikuCategoryApi.order, { body });
  return answerStaffForm(args, {}, order, { back: adminPaths.zhikuCategories(), flash: "已排好" });
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
        <Form ref={ref} method="post" className="admin-table-box">
          <table className="admin-table">
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
                  <td style={{ paddingLeft: `calc(var(--s3) + ${depthOf(category, categories)} * var(--s5))` }}>
                    <Link to={adminPaths.zhikuCategory(category.id)}>{category.name}</Link>{" "}
                    {category.hidden ? <Tag tone="warm">已隐藏</Tag> : null}
                  </td>
                  <td className="numbers admin-table__sum">
                    {category.publicCount} / {category.writtenCount}
                  </td>
                  <td>
                    <Link to={adminPaths.zhikuRightsText(category.id)} aria-label={`“${category.name}”的权益说明`}>
                      看与改
                    </Link>
                  </td>
                  {mayChange ? (
                    <td>
                      <Move category={category} all={categories} by={-1} label="上移" busy={busy} />
                      <Move category={category} all={categories} by={1} label="下移" busy={busy} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </Form>
      )}
    </>
  );
}

type MoveProps = {
  category: EditedZhikuCategory;
  all: readonly EditedZhikuCategory[];
  by: 1 | -1;
  label: string;
  busy: boolean;
};

/** One step among its neighbours; what is at the end has no step to make. */
function Move({ category: { id, parentId, name }, all, by, label, busy }: MoveProps) {
  const ids = all.filter((one) => one.parentId === parentId).map((one) => one.id);
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (other === undefined) return null;
  ids[at + by] = id;
  ids[at] = other;
  return (
    <Button
      type="submit"
      name="order"
      value={`${parentId ?? ""}:${ids.join(",")}`}
      size="small"
      variant="quiet"
      disabled={busy}
      aria-label={`${label}“${name}”`}
    >
      {label}
    </Button>
  );
}

function depthOf({ parentId }: EditedZhikuCategory, all: readonly EditedZhikuCategory[]): number {
  const parent = all.find(({ id }) => id === parentId);
  return parent ? 1 + depthOf(parent, all) : 0;
}
