import { lazyPart } from "#app/components/ui/lazy-part";
import AcceptButton from "./accept-button";

/** `AcceptButton` as a separate chunk that only askers load; render it inside `<Suspense>`. */
export const LazyAcceptButton = import.meta.env.SSR ? AcceptButton : lazyPart(() => import("./accept-button"));
