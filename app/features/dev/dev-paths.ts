/** URLs of the demo's own pages. */
export const devPaths = {
  inbox: () => "/_dev/inbox",
  /** Page of the fake WeChat Pay; with `orderNo`, at that order. */
  pay: (orderNo = "") => (orderNo ? `/_dev/pay#${orderNo}` : "/_dev/pay"),
};
