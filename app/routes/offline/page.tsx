import type { MetaFunction } from "@remix-run/node";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { KeptPages } from "#app/features/offline/kept-pages-list";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import offlineStyles from "#app/styles/offline.css?url";
import type { RouteHandle } from "#framework/late-start";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: "离线阅读", path: paths.offline(), noIndex: true }, matches);

/** Only scripts can show which pages this browser has stored. */
export const handle: RouteHandle = { eager: true };

/** Shown in place of pages that can't be loaded offline; when online, the reader chooses here what is stored. */
export default function Offline() {
  return (
    <Columns>
      <link rel="stylesheet" href={offlineStyles} />
      <PageHead title="离线阅读" text="登录后读过的和收藏的会存在这个浏览器里，没有网络时也能读" />
      <Card className="kept">
        <KeptPages />
        <p className="kept__note">
          知库里的资料只在权益有效时能读，最多 7
          天不联网。退出登录后，存下的都会删除。没发出去的草稿存在这个浏览器里，联网后接着保存。
        </p>
      </Card>
    </Columns>
  );
}
