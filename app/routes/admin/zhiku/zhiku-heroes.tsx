import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { StaffFields } from "#app/features/admin/fields/staff-fields";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { type FormRow, readRows, takeRowPictures } from "#app/features/admin/rows/read-rows.server";
import { RowList } from "#app/features/admin/rows/row-list";
import { textOfRows } from "#app/features/admin/rows/text-of-rows";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

const FIELDS = ["title", "href", "picture"] as const;
type Row = FormRow<(typeof FIELDS)[number]>;
const LABELS: Row = { title: "标题", href: "链接", picture: "图片" };
type Values = { heroes: Row[]; version: string };
const HEROES_MAX = 12;

export async function loader(args: LoaderFunctionArgs) {
  const page = await unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const stored = await loadForStaff(args, adminZhikuCategoryApi.heroes, {});
    return { stored, mayChange: permissions.includes("category.manage") };
  });
  return { stored: page?.stored ?? null, mayChange: page?.mayChange ?? true };
}

/** Saves the pictures, or returns the form with a row added or removed; chosen files are uploaded in both cases. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { rows: heroes, rearranged } = readRows(form, "heroes", FIELDS);
  const values: Values = { heroes, version: textOf(form, "version") };
  const takePictures = () => takeRowPictures(args, form, { name: "heroes", rows: heroes });
  if (rearranged) {
    const taken = await attempt(takePictures, { values });
    if (taken.status !== "ok") return refuseStaffForm(args, taken);
    if (textOf(form, "intent") === "add") heroes.push({ title: "", href: "", picture: "" });
    return reshapeStaffForm(args, values);
  }
  const save = async () => {
    await takePictures();
    return gateway(args).call(adminZhikuCategoryApi.putHeroes, { body: values });
  };
  return respondToStaffForm(args, values, save, { back: adminPaths.zhikuHeroes(), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminZhikuHeroes() {
  const { stored, mayChange } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const heroes = values?.heroes ?? stored?.heroes ?? [];
  return (
    <>
      <AdminHead
        title="知库首页图片"
        text="在知库首页最上面轮换。"
        up={{ label: "知库分类", to: adminPaths.zhikuCategories() }}
      >
        <LogLink to={adminPaths.logOf("zhiku-hero", "home-hero")} />
      </AdminHead>
      <Form ref={ref} method="post" encType="multipart/form-data" className="form admin-form" noValidate>
        {mayChange ? <DefaultButton value="save">保存</DefaultButton> : null}
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<"heroes">
            stored={{ heroes: { label: "图片", value: textOfRows(LABELS, stored?.heroes ?? []) } }}
            submitted={{ heroes: textOfRows(LABELS, heroes) }}
          />
        </VersionField>
        {heroes.length === 0 ? <p>这里还什么也没有，读者看不到这个位置。</p> : null}
        <StaffFields mayChange={mayChange}>
          <RowList name="heroes" label="图片" rows={heroes} full={heroes.length >= HEROES_MAX} errors={fields}>
            {(field) => (
              <>
                <TextField label="标题" {...field("title")} />
                <TextField label="链接" {...field("href")} inputMode="url" />
                <PictureField label="图片" {...field("picture")} help="宽 744、高 208 像素最合适" />
              </>
            )}
          </RowList>
          <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        </StaffFields>
      </Form>
    </>
  );
}
