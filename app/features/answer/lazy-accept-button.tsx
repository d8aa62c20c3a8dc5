import { lazyPart } from "#app/components/ui/lazy-part";
import AcceptButton from "./accept-button";

/** `AcceptButton` in a file of its own, which browsers load only for those who asked; it stands in a `<Suspense>`. */
export const LazyAcceptButton = import.meta.env.SSR ? AcceptButton : lazyPart(() => import("./accept-button"));
