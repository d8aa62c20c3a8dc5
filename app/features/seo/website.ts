import { paths } from "#app/paths";
import { type Matches, siteOf } from "./meta";

/** Structured data of the whole site: its name and its search URL. */
export function websiteOf(matches: Matches): Record<string, unknown> {
  const { name, description, origin } = siteOf(matches);
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name,
    description,
    url: `${origin}/`,
    inLanguage: "zh-CN",
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}${paths.search("all")}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}
