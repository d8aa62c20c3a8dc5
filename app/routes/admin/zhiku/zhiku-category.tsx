import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import { StaffFields } from "#app/features/admin/fields/staff-fields";
import { storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound, wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const mayChange = permissions.includes("category.manage");
    if (args.params.id === "new" && !mayChange) throw wrongAddress();
    const categories = await loadForStaff(args, adminZhikuCategoryApi.list, {});
    if (args.params.id === "new") return { categories, category: null, mayChange };
    const id = numberOfParam(args);
    const category = categories.find((one) => one.id === id);
    if (!category) throw notFound();
    return { categories, category, mayChange };
  });
  return {
    categories: page?.categories ?? [],
    category: page?.category ?? null,
    mayChange: page?.mayChange ?? true,
  };
}

/** Saves, hides, shows or deletes a category. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const fresh = args.params.id === "new";
  const id = fresh ? 0 : numberOfParam(args);
  if (intent === "hide" || intent === "show" || intent === "remove") return place(args, form, { intent, id });
  const { call } = gateway(args);
  const values = {
    name: textOf(form, "name"),
    description: textOf(form, "description"),
    parentId: textOf(form, "parentId"),
    cover: textOf(form, "cover"),
    banner: textOf(form, "banner"),
    version: textOf(form, "version"),
  };
  const save = async () => {
    values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
    values.banner = await takePicture(args, form, { field: "banner", held: values.banner });
    const { version, parentId, ...rest } = values;
    const body = { ...rest, parentId: parentId === "" ? null : numberOf(parentId) };
    if (fresh) return call(adminZhikuCategoryApi.add, { body });
    await call(adminZhikuCategoryApi.put, { body: { ...body, id, version: Number(version) } });
    return { id };
  };
  return respondToStaffForm(args, values, save, (saved) => ({
    back: adminPaths.zhikuCategory(saved.id),
    flash: "已保存",
  }));
}

type Placing = { intent: "hide" | "show" | "remove"; id: number };

async function place(args: ServerArgs, form: FormData, { intent, id }: Placing) {
  const { call } = gateway(args);
  const values = { reason: textOf(form, "reason") };
  const body = { id, ...values };
  if (intent === "remove") {
    const done = { back: adminPaths.zhikuCategories(), flash: "已删除" };
    return respondToStaffForm(args, values, () => call(adminZhikuCategoryApi.remove, { body }), done);
  }
  const back = adminPaths.zhikuCategory(id);
  if (intent === "hide") {
    return respondToStaffForm(
      args,
      values,
      () => call(adminZhikuCategoryApi.hide, { body }),
      ({ documents }) => ({
        back,
        flash: `已隐藏，${documents} 份资料随之离开网站`,
      }),
    );
  }
  return respondToStaffForm(
    args,
    values,
    () => call(adminZhikuCategoryApi.show, { body: { id } }),
    ({ documents }) => ({
      back,
      flash: `已显示，${documents} 份资料回到网站`,
    }),
  );
}

type Values = Record<"name" | "description" | "parentId" | "cover" | "banner" | "version" | "reason", string>;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminZhikuCategory() {
  const { categories, category, mayChange } = useLoaderData<typeof loader>();
  const { ref, busy, field, fields, notice, values } = useAdminForm<unknown, Values>([
    "name",
    "description",
    "parentId",
  ]);
  const unsent = useUnsent(ref);
  const id = category?.id;
  const parents = categories.filter((one) => one.id !== id && (!one.hidden || one.id === category?.parentId));
  const parentOptions = [
    ["", "没有，在最上一级"] as const,
    ...parents.map((one) => [String(one.id), one.name] as const),
  ];
  const parentId = values?.parentId ?? String(category?.parentId ?? "");
  return (
    <>
      <AdminHead
        title={category ? `分类“${category.name}”` : "新建分类"}
        up={{ label: "知库分类", to: adminPaths.zhikuCategories() }}
      >
        {category && !category.hidden ? (
          <LinkButton to={paths.zhiku({ class: String(category.id) })} variant="quiet" icon="eye" reload>
            看页面
          </LinkButton>
        ) : null}
        {id ? <LogLink to={adminPaths.logOf("zhiku-category", id)} /> : null}
      </AdminHead>
      <Form
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form admin-form"
        noValidate
        data-unsent={`admin-zhiku-category:${id ?? "new"}`}
      >
        <UnsentNotice {...unsent} />
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={category?.version} submitted={values?.version}>
          <TheirFields<Exclude<keyof Values, "version" | "reason">>
            stored={{
              name: { label: "名称", value: category?.name ?? "" },
              description: { label: "说明", value: category?.description ?? "" },
              parentId: storedChoice("上级", String(category?.parentId ?? ""), parentOptions),
              cover: { label: "封面", value: category?.cover ?? "" },
              banner: { label: "横幅", value: category?.banner ?? "" },
            }}
            submitted={values}
          />
        </VersionField>
        <StaffFields mayChange={mayChange}>
          <TextField label="名称" {...field("name", category?.name)} required />
          <TextField
            label="说明"
            {...field("description", category?.description)}
            help="读者在知库首页与分类页看到的一句话"
          />
          <SelectField
            key={parentId}
            label="上级"
            name="parentId"
            defaultValue={parentId}
            options={parentOptions}
            held={`分类 #${parentId}`}
            error={fields.parentId}
          />
          <PictureField label="封面" {...field("cover", category?.cover)} help="宽 16、高 9 的图片最合适" />
          <PictureField
            label="横幅"
            {...field("banner", category?.banner)}
            help="给用接口读取知库的其他程序；网页上不显示"
          />
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </StaffFields>
      </Form>
      {category && mayChange ? (
        <Form method="post" className="form admin-danger">
          {category.hidden ? (
            <Button type="submit" name="intent" value="show" busy={busy}>
              重新显示“{category.name}”与隐藏时一起离开的资料
            </Button>
          ) : (
            <>
              <TextField label="原因，记入日志" {...field("reason")} />
              <div className="admin-head__actions">
                <Button type="submit" name="intent" value="hide" variant="danger" busy={busy}>
                  隐藏“{category.name}”与其中公开的资料
                </Button>
                {category.writtenCount === 0 ? (
                  <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
                    删除“{category.name}”
                  </Button>
                ) : null}
              </div>
            </>
          )}
        </Form>
      ) : null}
    </>
  );
}
