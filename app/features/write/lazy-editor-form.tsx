import { lazyContent } from "#app/features/build/lazy-content";
import { EditorForm } from "./editor-form";

/**
 * The editor on a page that is mostly read: server-rendered, so that it works without scripts; in the browser a
 * separate chunk that only members load. Render it inside `<Suspense>`.
 */
export const LazyEditorForm = import.meta.env.SSR
  ? EditorForm
  : lazyContent(() => import("./editor-form").then((module) => ({ default: module.EditorForm })));
