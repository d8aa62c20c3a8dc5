import { withQuery } from "#app/paths";

/** URLs of a login by WeChat; separate from `paths`, which every page loads. */
export const wechatPaths = {
  /** Redirects to WeChat's page. */
  login: (next?: string) => withQuery("/login/weixin", { next }),
  /** WeChat's authorization in a frame of the login form. */
  frame: (next?: string) => withQuery("/login/weixin/frame", { next }),
};
