// Stands at the end of visitors' pages: what such a page does until a hand touches it and the framework comes, whose own
// parts go on with each of these (`Prefetch`, `BuildCheck`, `useDevice`).
import { watchBuild } from "#app/features/build/watch-build";
import { prefetchInView } from "#app/features/prefetch/links-in-view";
import { watchDevice } from "#app/hooks/watch-device";
import { dataOf } from "#framework/browser/page-data";
import { TAKEN_OVER } from "#framework/browser/taken-over";

const ends = [
  prefetchInView((page) => [dataOf(page)]),
  watchBuild(),
  watchDevice(({ wide }) => {
    for (const element of document.querySelectorAll("[data-screen]")) element.textContent = wide ? "宽屏" : "窄屏";
  }),
];
const end = () => {
  for (const endOne of ends) endOne();
};
document.addEventListener(TAKEN_OVER, end, { once: true });
