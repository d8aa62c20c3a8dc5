import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { Paywall } from "./paywall";

/** The paywall as a separate chunk: readers with access don't need it, and for the others it works without scripts. */
const PaywallData = import.meta.env.SSR
  ? Paywall
  : lazyContent(() => import("./paywall").then((module) => ({ default: module.Paywall })));

/** `Paywall` as a separate chunk; see `LazyEditorForm`. */
export const LazyPaywall = (props: ComponentProps<typeof Paywall>) => (
  <Suspense fallback={null}>
    <PaywallData {...props} />
  </Suspense>
);
