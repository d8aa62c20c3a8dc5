import { lazyPart } from "#app/components/ui/lazy-part";
import TypedLetters from "./typed-letters";

/** `TypedLetters` in a file of its own: they are shown where there were no scripts. It stands in a `<Suspense>`. */
export const LazyTypedLetters = import.meta.env.SSR ? TypedLetters : lazyPart(() => import("./typed-letters"));
