/** URLs of the demo's own pages. */
export const devPaths = {
  inbox: () => "/_dev/inbox",
  /** Page of the fake WeChat Pay, at the order with this number; used as the content of the demo's QR codes. */
  pay: (orderNo = "") => (orderNo ? `/_dev/pay#${orderNo}` : "/_dev/pay"),
};
