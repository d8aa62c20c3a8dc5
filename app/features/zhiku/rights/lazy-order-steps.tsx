import { type ComponentProps, Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import { OrderTerms, WechatPayLink } from "./order-steps";

/** Parts that few orders need, as a separate chunk: terms to accept, and WeChat's question who pays. */
const Terms = import.meta.env.SSR
  ? OrderTerms
  : lazyContent(() => import("./order-steps").then((steps) => ({ default: steps.OrderTerms })));
const Payer = import.meta.env.SSR
  ? WechatPayLink
  : lazyContent(() => import("./order-steps").then((steps) => ({ default: steps.WechatPayLink })));

/** `OrderTerms` as a separate chunk; see `LazyEditorForm`. */
export const LazyOrderTerms = (props: ComponentProps<typeof OrderTerms>) => (
  <Suspense fallback={null}>
    <Terms {...props} />
  </Suspense>
);

/** `WechatPayLink` as a separate chunk; see `LazyEditorForm`. */
export const LazyWechatPayLink = (props: ComponentProps<typeof WechatPayLink>) => (
  <Suspense fallback={null}>
    <Payer {...props} />
  </Suspense>
);
