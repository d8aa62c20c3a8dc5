import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { zhikuContentStates } from "#app/contract/admin/zhiku/content-states";
import { parseId } from "#app/contract/text/parse-id";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { categoryOptions } from "#app/features/admin/fields/category-options";
import { SelectField } from "#app/features/admin/fields/select-field";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { DOCUMENT_STATES } from "#app/features/admin/zhiku-document/document-states";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-types";
import { withQuery } from "#app/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const read = (name: string) => given.get(name)?.trim() ?? "";
  const search = { state: read("state"), categoryId: read("categoryId"), q: [...read("q")].slice(0, 60).join("") };
  const cursor = given.get("cursor") ?? undefined;
  const state = zhikuContentStates.find((one) => one === search.state);
  const categoryId = parseId(search.categoryId) ?? undefined;
  const query = { state, categoryId, q: search.q || undefined, cursor, limit: 40 };
  const [categories, found] = await Promise.all([
    loadForStaff(args, adminZhikuCategoryApi.list, {}),
    loadForStaff(args, adminZhikuContentApi.list, { query }),
  ]);
  return {
    search: { ...search, state: state ?? "", categoryId: categoryId === undefined ? "" : String(categoryId) },
    categories: categoryOptions(categories),
    found,
    isFirst: cursor === undefined,
    mayChange: permissions.includes("document.manage"),
  };
}

export default function AdminZhikuContents() {
  const { search, categories, found, isFirst, mayChange } = useLoaderData<typeof loader>();
  const { state, categoryId, q } = search;
  const fresh = withQuery(adminPaths.zhikuContent("new"), { category: categoryId });
  return (
    <>
      <AdminHead title="知库资料" text={categoryId ? "这个分类与下级的资料，按读者看到的顺序。" : "最近修改的在前。"}>
        {mayChange ? (
          <LinkButton to={fresh} variant="primary" icon="plus">
            写资料
          </LinkButton>
        ) : null}
      </AdminHead>
      <Tabs
        label="状态"
        tabs={[
          { label: "全部", to: adminPaths.zhikuContents({ categoryId, q }), current: state === "" },
          ...zhikuContentStates.map((one) => ({
            label: DOCUMENT_STATES[one].label,
            to: adminPaths.zhikuContents({ categoryId, q, state: one }),
            current: one === state,
          })),
        ]}
      />
      <Form key={JSON.stringify(search)} method="get" role="search" className="admin-filter">
        {state ? <input type="hidden" name="state" value={state} /> : null}
        <TextField label="标题或编号" name="q" defaultValue={q} />
        <SelectField
          label="分类"
          name="categoryId"
          defaultValue={categoryId}
          options={[["", "全部分类"], ...categories]}
        />
        <Button type="submit" icon="search">
          筛选
        </Button>
      </Form>
      {found.list.length === 0 ? (
        <EmptyState
          later={!isFirst}
          text={
            categories.length === 0
              ? "还没有资料。先建一个分类，再往里写资料。"
              : q || state || categoryId
                ? "没有这样的资料。"
                : "还没有资料。写好的资料发布之后，读者在知库里看得到。"
          }
          {...(categories.length === 0 ? { action: { label: "建分类", to: adminPaths.zhikuCategory("new") } } : {})}
        />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>标题</th>
              <th>状态</th>
              <th>分类</th>
              <th className="admin-table__sum">读过</th>
              <th>修改</th>
            </tr>
          </thead>
          <tbody>
            {found.list.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={adminPaths.zhikuContent(one.id)}>{one.title}</Link> <Tag>{ZHIKU_TYPES[one.type]}</Tag>{" "}
                  {one.trial ? <Tag tone="warm">试读</Tag> : null}{" "}
                  {one.recommended ? <Tag tone="accent">推荐</Tag> : null}
                </td>
                <td>
                  <Tag tone={DOCUMENT_STATES[one.state].tone}>{DOCUMENT_STATES[one.state].label}</Tag>
                </td>
                <td>{one.category.name}</td>
                <td className="numbers admin-table__sum" data-label="读过">
                  {one.readCount}
                </td>
                <td>
                  <Time value={one.updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <CursorPager
        first={isFirst ? null : adminPaths.zhikuContents(search)}
        next={found.nextCursor ? adminPaths.zhikuContents({ ...search, cursor: found.nextCursor }) : null}
      />
    </>
  );
}
