import type { SiteLogo } from "#app/contract/site/config";
import { SEARCH_ENGINES, searchEngines } from "#app/contract/site/search-engines";

/** Site verification `<meta>` tags of search engines, for the home page. */
export const verificationTags = (codes: SiteLogo["verification"] = {}): { name: string; content: string }[] =>
  searchEngines.flatMap((engine) => {
    const content = codes[engine];
    return content ? [{ name: SEARCH_ENGINES[engine].meta, content }] : [];
  });
