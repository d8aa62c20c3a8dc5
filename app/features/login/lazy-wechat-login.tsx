import { Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import WechatLogin from "./wechat-login";

/** `WechatLogin` in a file of its own, which browsers load only for who chooses it; see `LazyEditorForm`. */
const Way = import.meta.env.SSR ? WechatLogin : lazyContent(() => import("./wechat-login"));

/** The way by WeChat; `next` is the path to go on to. */
export function LazyWechatLogin({ next }: { next: string }) {
  return (
    <Suspense fallback={null}>
      <Way next={next} />
    </Suspense>
  );
}
