import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { PARTS } from "#app/contract/parts";
import { ACCENTS } from "#app/contract/site/accents";
import { SEARCH_ENGINES, searchEngines } from "#app/contract/site/search-engines";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  return { site: await loadForStaff(args, adminSiteApi.get, {}) };
}

export default function AdminSite() {
  const {
    logo,
    navigation,
    parts: off,
    footer,
    verification,
    banner,
    poster,
    author,
  } = useLoaderData<typeof loader>().site;
  const filed = [footer.icp, footer.police].filter(Boolean).join("，") || "没有备案号";
  const parts = [
    {
      to: adminPaths.logo(),
      label: "名称与标志",
      now: `${logo.name}，${logo.picture ? "有图片" : "没有图片"}，${ACCENTS[logo.accent]}`,
      ...logo,
    },
    {
      to: adminPaths.navigation(),
      label: "导航",
      now: navigation.links.map(({ label }) => label).join("、") || "全部栏目",
      ...navigation,
    },
    {
      to: adminPaths.parts(),
      label: "栏目",
      now: off.off.length > 0 ? `关闭了${off.off.map((part) => PARTS[part]).join("、")}` : "都开着",
      ...off,
    },
    { to: adminPaths.footer(), label: "页脚", now: `${footer.links.length} 个链接，${filed}`, ...footer },
    {
      to: adminPaths.verification(),
      label: "站点验证",
      now:
        searchEngines
          .filter((engine) => verification[engine])
          .map((engine) => SEARCH_ENGINES[engine].name)
          .join("、") || "没有",
      ...verification,
    },
    { to: adminPaths.place("banner"), label: "首页横幅", now: `${banner.rows.length} 个`, ...banner },
    { to: adminPaths.place("poster"), label: "侧栏海报", now: `${poster.rows.length} 个`, ...poster },
    { to: adminPaths.recommendedAuthors(), label: "推荐作者", now: `${author.people.length} 位`, ...author },
  ];
  return (
    <>
      <AdminHead title="名称与位置" text="每个页面上都有的、和首页上由运营者摆放的。保存后读者立即看到。" />
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th>位置</th>
            <th>现在</th>
            <th>修改</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ to, label, now, updatedAt }) => (
            <tr key={to}>
              <td>
                <Link to={to}>{label}</Link>
              </td>
              <td>{now}</td>
              <td data-label="修改">{updatedAt ? <Time value={updatedAt} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </>
  );
}
