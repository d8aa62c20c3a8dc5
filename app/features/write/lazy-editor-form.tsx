import { lazyContent } from "#app/features/build/lazy-content";
import { EditorForm } from "./editor-form";

/**
 * The editor on a page that is mostly read: in the HTML from the server, so that it works without scripts; in the
 * browser a file of its own, which only members load. It stands in a `<Suspense>`.
 */
export const LazyEditorForm = import.meta.env.SSR
  ? EditorForm
  : lazyContent(() => import("./editor-form").then((module) => ({ default: module.EditorForm })));
