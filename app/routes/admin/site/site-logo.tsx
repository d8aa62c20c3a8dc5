import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { ACCENTS, type Accent } from "#app/contract/site/accents";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import { storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { takePicture } from "#app/features/admin/rows/read-rows.server";
import { loadSetting } from "#app/features/admin/site/load-site.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textsOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  return { logo: await loadSetting(args, "logo") };
}

/** Saves the name and the pictures; newly chosen ones are uploaded first. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = textsOf(form, [...NAMES, "version"]);
  const save = async () => {
    for (const field of ["picture", "pictureDark", "icon"] as const) {
      values[field] = await takePicture(args, form, { field, held: values[field] });
    }
    const body = { ...values, accent: values.accent as Accent, version: Number(values.version) };
    return gateway(args).call(adminSiteApi.putLogo, { body });
  };
  return respondToStaffForm(args, values, save, { back: adminPaths.logo(), flash: "已保存" });
}

const NAMES = ["name", "picture", "pictureDark", "accent", "icon"] as const;
type Values = Record<(typeof NAMES)[number] | "version", string>;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminLogo() {
  const { logo } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(NAMES);
  const shown = { ...logo, ...values };
  return (
    <>
      <AdminHead title="名称与标志" up={{ label: "名称与位置", to: adminPaths.site() }}>
        <LogLink to={adminPaths.logOf("site", "logo")} />
      </AdminHead>
      <Form ref={ref} method="post" encType="multipart/form-data" className="form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={logo?.version} submitted={values?.version}>
          <TheirFields<(typeof NAMES)[number]>
            stored={{
              name: { label: "站点名称", value: logo?.name ?? "" },
              picture: { label: "标志图片", value: logo?.picture ?? "" },
              pictureDark: { label: "深色背景上的标志图片", value: logo?.pictureDark ?? "" },
              accent: storedChoice("主色", logo?.accent ?? "green", Object.entries(ACCENTS)),
              icon: { label: "浏览器标签上的图标", value: logo?.icon ?? "" },
            }}
            submitted={values}
          />
        </VersionField>
        <TextField
          label="站点名称"
          {...field("name", logo?.name)}
          required
          maxLength={20}
          help="在标题、页脚和通知里"
        />
        <PictureField
          key={`light ${shown.picture}`}
          label="标志图片"
          {...field("picture", logo?.picture)}
          help="没有图片时显示站点名称；高 32 像素，宽 120 像素以内"
        />
        <PictureField
          key={`dark ${shown.pictureDark}`}
          label="深色背景上的标志图片"
          {...field("pictureDark", logo?.pictureDark)}
          help="没有时两种背景用同一张"
          dark
        />
        <SelectField
          key={shown.accent}
          label="主色"
          {...field("accent", logo?.accent ?? "green")}
          options={Object.entries(ACCENTS)}
        />
        <PictureField
          key={`icon ${shown.icon}`}
          label="浏览器标签上的图标"
          {...field("icon", logo?.icon)}
          help="正方形，至少 64 像素；没有时用自带的"
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
