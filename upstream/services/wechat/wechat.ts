/** A website application of the WeChat open platform, and where its two halves answer. */
export type WechatAppConfig = {
  appId: string;
  appSecret: string;
  /** Address that browsers are sent to. */
  openBase: string;
  /** Address of the API that exchanges codes. */
  apiBase: string;
};

/** Person who agreed on WeChat's page. */
export type WechatPerson = {
  /** The unionid, or the openid of somebody without one: what identifies the person to us. */
  subject: string;
  /** As typed there: any characters. */
  nickname: string;
  /** Address of their picture, as large as there is one; empty for none. */
  picture: string;
};

/** WeChat's login for web sites. */
export type Wechat = {
  /** Address at which a browser asks for agreement; `state` comes back with it. */
  authorization(state: string): { pageUrl: string; frameUrl: string; frameOrigin: string };
  /**
   * Exchanges the code of an agreement; each works once.
   * @throws WechatError
   */
  identify(code: string): Promise<WechatPerson>;
};

/**
 * Reason why nobody was identified: the `code` is no good (ask again), or WeChat is `down`, or the `setup` is wrong.
 */
export class WechatError extends Error {
  override name = "WechatError";
  constructor(
    readonly reason: "code" | "down" | "setup",
    message: string,
    /** WeChat's own number of what went wrong, where it gave one. */
    readonly errcode: number | null = null,
  ) {
    super(message);
  }
}
