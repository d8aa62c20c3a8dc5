import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { Paywall } from "./paywall";

/** The paywall, in a file of its own: whoever may read on needs none of it, and for the others it works without scripts. */
const PaywallData = import.meta.env.SSR
  ? Paywall
  : lazyContent(() => import("./paywall").then((module) => ({ default: module.Paywall })));

/** `Paywall` in a file of its own; see `LazyEditorForm`. */
export const LazyPaywall = (props: ComponentProps<typeof Paywall>) => (
  <Suspense fallback={null}>
    <PaywallData {...props} />
  </Suspense>
);
