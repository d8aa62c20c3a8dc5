import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { datetimeLocal, instantOf } from "#app/features/admin/fields/datetime-local";
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
import { loadSetting } from "#app/features/admin/site/load-site.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

const FIELDS = ["title", "subtitle", "href", "picture", "startsAt", "endsAt"] as const;
type Row = FormRow<(typeof FIELDS)[number]>;
const LABELS: Row = {
  title: "标题",
  subtitle: "副标题",
  href: "链接",
  picture: "图片",
  startsAt: "到时出现",
  endsAt: "到时撤下",
};
type Values = { rows: Row[]; version: string };
const ROWS_MAX = 12;

const PLACES = {
  banner: { title: "首页横幅", row: "横幅", help: "宽 744、高 208 像素最合适" },
  poster: { title: "侧栏海报", row: "海报", help: "宽 3、高 2 的图片最合适" },
} as const;

/** @throws Response: 404 for an unknown place */
function placeOf({ params }: Pick<LoaderFunctionArgs, "params">): keyof typeof PLACES {
  if (params.place === "banner" || params.place === "poster") return params.place;
  throw notFound();
}

export async function loader(args: LoaderFunctionArgs) {
  const place = placeOf(args);
  return { place, setting: await loadSetting(args, place) };
}

/** Saves the pictures, or returns the form with a row added or removed; chosen files are uploaded in both cases. */
export async function action(args: ActionFunctionArgs) {
  const place = placeOf(args);
  const form = await readForm(args.request);
  const { rows, rearranged } = readRows(form, "rows", FIELDS);
  const values: Values = { rows, version: textOf(form, "version") };
  const takePictures = () => takeRowPictures(args, form, { name: "rows", rows });
  if (rearranged) {
    const taken = await attempt(takePictures, { values });
    if (taken.status !== "ok") return refuseStaffForm(args, taken);
    if (textOf(form, "intent") === "add")
      rows.push({ title: "", subtitle: "", href: "", picture: "", startsAt: "", endsAt: "" });
    return reshapeStaffForm(args, values);
  }
  const save = async () => {
    await takePictures();
    const put = place === "banner" ? adminSiteApi.putBanner : adminSiteApi.putPoster;
    const timed = rows.map((row) => ({ ...row, startsAt: instantOf(row.startsAt), endsAt: instantOf(row.endsAt) }));
    return gateway(args).call(put, { body: { rows: timed, version: Number(values.version) } });
  };
  return respondToStaffForm(args, values, save, { back: adminPaths.place(place), flash: "已保存" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminPlace() {
  const { place, setting } = useLoaderData<typeof loader>();
  const { title, row: label, help } = PLACES[place];
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>();
  const stored: Row[] = (setting?.rows ?? []).map((row) => ({
    ...row,
    picture: row.picture?.url ?? "",
    startsAt: datetimeLocal(row.startsAt),
    endsAt: datetimeLocal(row.endsAt),
  }));
  const rows = values?.rows ?? stored;
  return (
    <>
      <AdminHead title={title} up={{ label: "名称与位置", to: adminPaths.site() }}>
        <LogLink to={adminPaths.logOf("site", place)} />
      </AdminHead>
      <Form ref={ref} method="post" encType="multipart/form-data" className="form admin-form" noValidate>
        <DefaultButton value="save">保存</DefaultButton>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={setting?.version} submitted={values?.version}>
          <TheirFields<"rows">
            stored={{ rows: { label, value: textOfRows(LABELS, stored) } }}
            submitted={{ rows: textOfRows(LABELS, rows) }}
          />
        </VersionField>
        {rows.length === 0 ? <p>这里还什么也没有，读者看不到这个位置。</p> : null}
        <RowList name="rows" label={label} rows={rows} full={rows.length >= ROWS_MAX} errors={fields}>
          {(field) => (
            <>
              <TextField label="标题" {...field("title")} />
              <TextField label="副标题" {...field("subtitle")} />
              <TextField label="链接" {...field("href")} inputMode="url" />
              <PictureField label="图片" {...field("picture")} help={help} />
              <TextField
                label="到时出现"
                {...field("startsAt")}
                type="datetime-local"
                help="北京时间，前后半分钟；空着就是现在"
              />
              <TextField
                label="到时撤下"
                {...field("endsAt")}
                type="datetime-local"
                help="北京时间，前后半分钟；空着就一直在"
              />
            </>
          )}
        </RowList>
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
