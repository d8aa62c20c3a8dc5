import { lazyPart } from "#app/components/ui/lazy-part";
import TypedLetters from "./typed-letters";

/** `TypedLetters` in a separate file, since they are used only without scripts. Must be inside a `<Suspense>`. */
export const LazyTypedLetters = import.meta.env.SSR ? TypedLetters : lazyPart(() => import("./typed-letters"));
