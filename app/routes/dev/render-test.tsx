import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Card } from "#app/components/ui/card";
import { Icon } from "#app/components/ui/icon";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { SAMPLE_AGES } from "#app/features/dev/gallery-samples";
import { SAMPLE_HTML } from "#app/features/dev/sample-html";
import { pageMeta } from "#app/features/seo/meta";
import { useDevice } from "#app/hooks/device";
import { deviceOf } from "#app/server/request/device.server";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "渲染测试", path: "/_dev/render-test", noIndex: true }, matches);

export function loader({ request, context }: LoaderFunctionArgs) {
  devOnly();
  // Depends on the viewer.
  context.unshared = true;
  return { now: Date.now(), device: deviceOf(request) };
}

/** Page for testing typography, and whether hydration matches the server's HTML. */
export default function RenderTest() {
  const { now, device: seenByServer } = useLoaderData<typeof loader>();
  const device = useDevice(seenByServer);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <main id="main" className="gallery">
      <link rel="stylesheet" href={devStyles} />
      <h1 className="gallery__head">渲染测试</h1>
      <Card className="gallery__wide">
        <dl className="render-facts">
          <dt>脚本</dt>
          <dd data-hydrated={hydrated}>{hydrated ? "浏览器已接管" : "只有服务器的 HTML"}</dd>
          <dt>设备</dt>
          <dd>
            {`${device.form} / ${device.os} / ${device.browser} / ${device.crawler ? "爬虫" : "人"} / `}
            {/* Updated before the framework has loaded: see `untouched.ts`. */}
            <span data-screen suppressHydrationWarning>
              {device.wide ? "宽屏" : "窄屏"}
            </span>
          </dd>
          <dt>时间</dt>
          <dd>
            {SAMPLE_AGES.map((age) => (
              <span key={age}>
                <Time value={new Date(now - age).toISOString()} />{" "}
              </span>
            ))}
          </dd>
          <dt>图标</dt>
          <dd className="render-facts__icons">
            <Icon name="heart" />
            <Icon name="bookmark" />
            <Icon name="sqsvg:logo" />
          </dd>
        </dl>
      </Card>
      <Card className="gallery__wide">
        <Prose html={SAMPLE_HTML} />
      </Card>
    </main>
  );
}
