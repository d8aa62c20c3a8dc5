/** Website application of the WeChat open platform, with the base URLs of its pages and its API. */
export type WechatAppConfig = {
  appId: string;
  appSecret: string;
  /** Base URL of the page to which browsers are sent. */
  openBase: string;
  /** Base URL of the API that exchanges codes. */
  apiBase: string;
};

/** Person who agreed to log in on WeChat's page. */
export type WechatPerson = {
  /** Id of the person for us: the unionid, or the openid if there is none. */
  subject: string;
  /** Nickname in WeChat; may contain any characters. */
  nickname: string;
  /** URL of the picture in the largest available size; empty for none. */
  picture: string;
};

/** WeChat login for websites. */
export type Wechat = {
  /** URLs of the page on which a person agrees to log in; `state` is returned with the code. */
  authorization(state: string): { pageUrl: string; frameUrl: string; frameOrigin: string };
  /**
   * Exchanges the code of an authorization; each works once.
   * @throws WechatError
   */
  identify(code: string): Promise<WechatPerson>;
};

/**
 * Failed call of WeChat. `code`: the code is invalid, so authorize again; `down`: WeChat is unavailable; `setup`: the
 * application is not configured correctly.
 */
export class WechatError extends Error {
  override name = "WechatError";
  constructor(
    readonly reason: "code" | "down" | "setup",
    message: string,
    /** WeChat's error code; null if there is none. */
    readonly errcode: number | null = null,
  ) {
    super(message);
  }
}
