/** URLs about accounts to which no reader's page links. */
export const accountPaths = {
  export: () => "/account/export",
  handover: () => "/handover",
  bindWechat: () => "/account/weixin",
};
