/** Addresses of the demo's own pages. */
export const devPaths = {
  inbox: () => "/_dev/inbox",
  /** Page where the demo "scans": the order with this number among those of the fake WeChat Pay. */
  pay: (orderNo = "") => (orderNo ? `/_dev/pay#${orderNo}` : "/_dev/pay"),
};
