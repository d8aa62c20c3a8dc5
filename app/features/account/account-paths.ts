/** URLs used only by the account settings. */
export const accountPaths = {
  export: () => "/account/export",
  bindWechat: () => "/account/weixin",
};
