import type { Page } from "@playwright/test";

/** Maximum pages of the article list searched, since other tests write many. */
const LISTS = 25;

/** Path of an article with a picture in its text. @throws Error if there is none */
export async function illustratedArticle(page: Page): Promise<string> {
  for (let list = 1; list <= LISTS; list += 1) {
    const html = await (await page.request.get(`/search/article?page=${list}`)).text();
    for (const [, path = ""] of html.matchAll(/href="(\/article\/\w{12,})"/g)) {
      const article = await (await page.request.get(path)).text();
      if (article.includes('class="picture"')) return path;
    }
  }
  throw new Error("no article has a picture in its text");
}
