// Stands at the end of visitors' pages: what such a page does until a hand touches it and the framework comes, whose own
// parts go on with each of these (`Prefetch`, `BuildCheck`, `useDevice`).
import { watchBuild } from "#app/features/build/watch-build";
import { confirmShown } from "#app/features/prefetch/confirm-shown";
import { knowsRules, prefetchDocuments } from "#app/features/prefetch/documents-ahead";
import { prefetchInView } from "#app/features/prefetch/links-in-view";
import { isWide, watchDevice } from "#app/hooks/watch-device";
import { dataOf } from "#framework/browser/page-data";
import { TAKEN_OVER } from "#framework/browser/taken-over";

void confirmShown();
const ends = [
  // Links of a page that nobody has touched lead to documents. Of a browser that can't fetch those ahead, data are worth having
  // once it is touched.
  knowsRules() ? prefetchDocuments() : prefetchInView((page) => [dataOf(page)]),
  watchBuild(),
  watchDevice(() => {
    for (const element of document.querySelectorAll("[data-screen]")) element.textContent = isWide() ? "宽屏" : "窄屏";
  }),
];
const endAll = () => {
  for (const end of ends) end();
};
document.addEventListener(TAKEN_OVER, endAll, { once: true });
