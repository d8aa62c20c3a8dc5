import type { MetaFunction } from "@remix-run/node";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { ROLES } from "#app/contract/permissions";
import { DEMO_STAFF, DEMO_STAFF_PASSWORD } from "#app/contract/site/demo-staff";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

export const meta: MetaFunction = ({ matches }) => pageMeta({ title: "开发", path: "/_dev", noIndex: true }, matches);

export function loader() {
  devOnly();
  return null;
}

const PAGES = [
  { to: "/_dev/inbox", title: "演示收件箱", text: "发出的短信验证码，以及让短信和微信出故障的开关" },
  { to: "/_dev/pay", title: "演示支付", text: "假微信支付的订单：付款、延迟、重复或伪造通知" },
  { to: "/_dev/index2", title: "组件", text: "所有界面零件与图标，浅色与深色" },
  { to: "/_dev/render-test", title: "渲染测试", text: "正文排版、代码、表格，以及服务器与浏览器是否一致" },
  {
    to: "/admin",
    title: "后台",
    text: `用工作人员的手机号和密码“${DEMO_STAFF_PASSWORD}”登录：${DEMO_STAFF.map(({ phone, role }) => `${ROLES[role].name} ${phone}`).join("，")}`,
  },
  { to: paths.feed(), title: "订阅源", text: "最新文章与问题，Atom 格式" },
  { to: "/sitemap.xml", title: "站点地图", text: "给搜索引擎" },
  { to: "/healthz", title: "健康检查", text: "进程是否活着" },
];

export default function Dev() {
  return (
    <Columns>
      <link rel="stylesheet" href={devStyles} />
      <PageHead title="开发" text="只在演示模式下存在。" />
      <Card flush>
        <ul className="items">
          {PAGES.map(({ to, title, text }) => (
            <li key={to} className="item">
              <h2 className="item__title">
                <Link to={to} className="item__link" reload>
                  {title}
                </Link>
              </h2>
              <p className="item__excerpt">{text}</p>
            </li>
          ))}
        </ul>
      </Card>
    </Columns>
  );
}
