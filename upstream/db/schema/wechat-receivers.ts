/** Members' openids for the official account; an openid of a former account is worthless. */
export type WechatReceiversTable = {
  user_id: number;
  app_id: string;
  openid: string;
  kept_at: string;
  /**
   * Time at which WeChat reported that they don't follow the account or don't exist; null while messages are delivered.
   */
  stopped_at: string | null;
};
