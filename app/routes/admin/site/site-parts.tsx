import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { PART_NAMES, PARTS, type Part } from "#app/contract/parts";
import type { Permission } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { TheirFields } from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { usePermissions } from "#app/features/admin/use-permissions";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

type About = { holds: string; measure: string; to: string; permission: Permission };

/** Description of each part, the measure word of its items, and the page to prepare them on, with its permission. */
const ABOUT: Record<Part, About> = {
  article: {
    holds: "成员写的长文，有分类、喜欢与收藏",
    measure: "篇",
    to: adminPaths.contents("article"),
    permission: "content.read",
  },
  case: {
    holds: "运营者发布的案例与报告下载",
    measure: "个",
    to: adminPaths.editedList("case"),
    permission: "case.manage",
  },
  activity: {
    holds: "有时间、地点的活动",
    measure: "场",
    to: adminPaths.editedList("activity"),
    permission: "activity.manage",
  },
  announcement: {
    holds: "首页与公告页上的公告",
    measure: "条",
    to: adminPaths.editedList("announcement"),
    permission: "announcement.manage",
  },
  form: {
    holds: "给读者填的表单，活动的报名也用它",
    measure: "份",
    to: adminPaths.forms(),
    permission: "submission.read",
  },
  zhiku: {
    holds: "付费资料、权益、订单与兑换码",
    measure: "份资料",
    to: adminPaths.zhikuContents(),
    permission: "zhiku.read",
  },
};

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminSiteApi.parts, {});
  });
}

type Values = { on: Part[]; version: string };

/** Switches parts on and off. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const on = PART_NAMES.filter((part) => form.getAll("on").includes(part));
  const version = textOf(form, "version");
  const off = PART_NAMES.filter((part) => !on.includes(part));
  const save = () => gateway(args).call(adminSiteApi.putParts, { body: { off, version: Number(version) } });
  return respondToStaffForm(args, { on, version }, save, { back: adminPaths.parts(), flash: "已保存，马上生效" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminParts() {
  const stored = useLoaderData<typeof loader>();
  const permissions = usePermissions();
  const { ref, busy, notice, values } = useAdminForm<unknown, Values>();
  const isOn = (part: Part) => values?.on?.includes(part) ?? stored?.parts.find((one) => one.part === part)?.on ?? true;
  const open = PART_NAMES.filter((part) => stored?.parts.some((one) => one.part === part && one.on));
  return (
    <>
      <AdminHead
        title="栏目"
        text="问答每个站都有，其余的按需要开。关闭的栏目没有页面、列表、搜索和订阅，别人打开是 404；里面的内容都还在，后台照常可以准备，再打开就回来。"
        up={{ label: "名称与位置", to: adminPaths.site() }}
      >
        <LogLink to={adminPaths.logOf("site", "parts")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form admin-form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<"on">
            stored={{
              on: {
                label: "开着的栏目",
                value: open.join(" "),
                shown: open.map((part) => PARTS[part]).join("、") || "只有问答",
              },
            }}
            submitted={{ on: PART_NAMES.filter(isOn).join(" ") }}
          />
        </VersionField>
        <fieldset className="admin-panel">
          <legend>开着的栏目</legend>
          {PART_NAMES.map((part) => {
            const { holds, measure, to, permission } = ABOUT[part];
            const total = stored?.parts.find((one) => one.part === part)?.total ?? 0;
            return (
              <div key={part} className="field">
                <label className="choice">
                  <input type="checkbox" name="on" value={part} defaultChecked={isOn(part)} />
                  {PARTS[part]}
                </label>
                <p className="field__help">
                  {holds}。现在有 {total} {measure}
                  {part === "zhiku" && stored?.rights ? `，${stored.rights} 项权益正在生效：关闭后他们也读不到` : ""}。
                  {permissions.includes(permission) ? <Link to={to}>去准备{PARTS[part]}</Link> : null}
                </p>
              </div>
            );
          })}
        </fieldset>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}
