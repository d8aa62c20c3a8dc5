// Inlined at the end of anonymous pages: what such a page does until it is interacted with and the framework loads,
// whose components then take over each of these (`Prefetch`, `BuildCheck`, `useDevice`).
import { watchBuild } from "#app/features/build/watch-build";
import { confirmShown } from "#app/features/prefetch/confirm-shown";
import { knowsRules, prefetchDocuments } from "#app/features/prefetch/documents-ahead";
import { prefetchInView } from "#app/features/prefetch/links-in-view";
import { isWide, watchDevice } from "#app/hooks/watch-device";
import { dataOf } from "#framework/browser/page-data";
import { TAKEN_OVER } from "#framework/browser/taken-over";

void confirmShown();
const ends = [
  // Links of a page without the framework load documents. In a browser that can't prefetch those, prefetched data is
  // useful once the framework has loaded.
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
