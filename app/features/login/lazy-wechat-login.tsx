import { Suspense } from "react";
import { lazyContent } from "#app/features/build/lazy-content";
import WechatLogin from "./wechat-login";

/** `WechatLogin` as a separate chunk, loaded only when chosen; see `LazyEditorForm`. */
const Way = import.meta.env.SSR ? WechatLogin : lazyContent(() => import("./wechat-login"));

/** Login by WeChat; `next` is the path to go to afterwards. */
export function LazyWechatLogin({ next }: { next: string }) {
  return (
    <Suspense fallback={null}>
      <Way next={next} />
    </Suspense>
  );
}
