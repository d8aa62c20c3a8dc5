import type { CaseDetail } from "#app/contract/content/case";
import { breadcrumbs, graph } from "#app/features/seo/json-ld";
import { absolute, cardPath, type Matches, originOf, pageMeta, siteOf } from "#app/features/seo/meta";
import { paths } from "#app/paths";

/** Meta tags of a case. */
export function caseMeta(detail: CaseDetail | undefined, matches: Matches) {
  if (!detail) return pageMeta(undefined, matches);
  const origin = originOf(matches);
  const path = paths.case(detail.id);
  const card = `case/${detail.id}`;
  return pageMeta(
    {
      title: detail.title,
      description: detail.excerpt,
      path,
      type: "article",
      image: detail.cover?.url,
      card,
      jsonLd: graph(
        {
          "@type": "Article",
          headline: detail.title,
          description: detail.excerpt,
          mainEntityOfPage: origin + path,
          datePublished: detail.createdAt,
          keywords: detail.tags.join(","),
          image: [absolute(detail.cover?.url || cardPath(card), origin)],
          publisher: { "@type": "Organization", name: siteOf(matches).name, url: `${origin}/` },
        },
        breadcrumbs(origin, [
          { name: "案例", path: paths.cases() },
          { name: detail.title, path },
        ]),
      ),
    },
    matches,
  );
}
