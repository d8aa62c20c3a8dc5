import { lazy, Suspense } from "react";
import WeixinWay from "./weixin-way";

/** `WeixinWay` in a file of its own, which browsers load only for who chooses it; see `LazyEditorForm`. */
const Way = import.meta.env.SSR ? WeixinWay : lazy(() => import("./weixin-way"));

/** The way by WeChat; `next` is the path to go on to. */
export function LazyWeixinWay({ next }: { next: string }) {
  return (
    <Suspense fallback={null}>
      <Way next={next} />
    </Suspense>
  );
}
