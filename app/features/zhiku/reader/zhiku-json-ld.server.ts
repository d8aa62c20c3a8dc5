import type { ZhikuContentDetail } from "#app/contract/zhiku/content";
import { breadcrumbs, graph } from "#app/features/seo/json-ld";
import { absolute, cardPath } from "#app/features/seo/meta";
import { paths } from "#app/paths";
import { env } from "#app/server/env.server";
import type { Site } from "#app/server/site/site.server";

/** Class of the element at the end of the free text. */
const END_OF_FREE_TEXT = ".zhiku-denied";

/** Structured data of a document, which marks the locked part as paid content. */
export function zhikuJsonLd(
  { title, abstract, cover, category, source, href, ...content }: ZhikuContentDetail & { href: string },
  { name }: Pick<Site, "name">,
) {
  const origin = env().publicOrigin;
  const shut = content.viewer.denied !== null;
  return graph(
    {
      "@type": "Article",
      headline: title,
      description: abstract,
      image: absolute(cover?.url || cardPath(`zhiku/${content.id}`), origin),
      ...(source ? { author: { "@type": "Organization", name: source } } : {}),
      publisher: { "@type": "Organization", name, url: `${origin}/` },
      datePublished: content.createdAt,
      dateModified: content.updatedAt,
      mainEntityOfPage: origin + href,
      isAccessibleForFree: !shut,
      ...(shut
        ? { hasPart: { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: END_OF_FREE_TEXT } }
        : {}),
    },
    breadcrumbs(origin, [
      { name: "知库", path: paths.zhiku() },
      { name: category.name, path: paths.zhiku({ class: String(category.id) }) },
      { name: title, path: href },
    ]),
  );
}
