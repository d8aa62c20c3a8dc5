import type { SiteLogo } from "#app/contract/config";
import { SEARCH_ENGINES, searchEngines } from "#app/contract/search-engines";

/** The `<meta>` tags by which search engines find out whose the site is, for the home page. */
export const verificationTags = (codes: SiteLogo["verification"] = {}): { name: string; content: string }[] =>
  searchEngines.flatMap((engine) => {
    const content = codes[engine];
    return content ? [{ name: SEARCH_ENGINES[engine].meta, content }] : [];
  });
