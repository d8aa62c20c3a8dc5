/** Page where a member says of what they want to be told. */
export const notificationSettingsPath = () => "/account/notifications";

/** Page by which who got a letter ends letters of its sort. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`;

/** Page that leaves for WeChat's, to learn who somebody is to the official account, and that they come back to. */
export const wechatMessagesPath = () => "/account/wechat-messages";
