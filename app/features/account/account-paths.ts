/** Addresses that nothing but the account's settings leads to. */
export const accountPaths = {
  export: () => "/account/export",
  bindWechat: () => "/account/weixin",
};
