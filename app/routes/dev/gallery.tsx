import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { AppearanceMenu } from "#app/features/appearance/appearance-menu";
import { ClickStopSample } from "#app/features/dev/click-stop-sample";
import { GalleryContent } from "#app/features/dev/gallery-content";
import { GalleryControls } from "#app/features/dev/gallery-controls";
import { GallerySection } from "#app/features/dev/gallery-section";
import { collections } from "#app/features/icons/collections.server";
import { pageMeta } from "#app/features/seo/meta";
import { devOnly } from "#app/server/site/dev-only.server";
import devStyles from "#app/styles/dev.css?url";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "组件", path: "/_dev/index2", noIndex: true }, matches);

export function loader() {
  devOnly();
  return {
    now: Date.now(),
    icons: Object.keys(collections.sq.icons),
    drawings: Object.keys(collections.sqsvg.icons).map((name) => `sqsvg:${name}`),
  };
}

const COLORS = [
  "page",
  "surface",
  "sunken",
  "text",
  "text-2",
  "text-3",
  "line-strong",
  "accent",
  "accent-soft",
  "warm",
  "danger",
];

/** Shows every primitive in every variant. */
export default function Gallery() {
  const { now, icons, drawings } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="gallery">
      <link rel="stylesheet" href={devStyles} />
      <header className="gallery__head">
        <h1>组件</h1>
        <AppearanceMenu />
      </header>
      <GallerySection title="颜色">
        {COLORS.map((color) => (
          <div key={color} className={`swatch swatch--${color}`}>
            {color}
          </div>
        ))}
      </GallerySection>
      <GalleryControls />
      <ClickStopSample />
      <GalleryContent now={now} />
      <GallerySection title="图标">
        {icons.map((name) => (
          <span key={name} className="gallery__icon">
            <Icon name={name} />
            {name}
          </span>
        ))}
      </GallerySection>
      <GallerySection title="插图">
        {drawings.map((name) => (
          <span key={name} className="gallery__icon">
            <Icon name={name} className="illustration" />
            {name}
          </span>
        ))}
      </GallerySection>
    </main>
  );
}
