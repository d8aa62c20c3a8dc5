import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { DownloadOriginal, ReadingProgress } from "./reader-tools";

/** The reader's tools as a separate chunk, loaded only with full access. */
const Progress = import.meta.env.SSR
  ? ReadingProgress
  : lazyPart(() => import("./reader-tools").then((tools) => ({ default: tools.ReadingProgress })));
const Download = import.meta.env.SSR
  ? DownloadOriginal
  : lazyPart(() => import("./reader-tools").then((tools) => ({ default: tools.DownloadOriginal })));

/** `ReadingProgress` as a separate chunk; see `LazyEditorForm`. */
export const LazyReadingProgress = (props: ComponentProps<typeof ReadingProgress>) => (
  <Suspense fallback={null}>
    <Progress {...props} />
  </Suspense>
);

/** `DownloadOriginal` as a separate chunk; see `LazyEditorForm`. */
export const LazyDownloadOriginal = (props: ComponentProps<typeof DownloadOriginal>) => (
  <Suspense fallback={null}>
    <Download {...props} />
  </Suspense>
);
