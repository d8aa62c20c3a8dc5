/** What the form that buys is told when there is no order to pay yet. */
export type PurchaseAnswer = {
  offerId: string;
  /** Asked for again under the same name, it is still done once. */
  requestId: string;
  message: string;
  /** WeChat's page, which has to say first who is going to pay. */
  wechatUrl: string | null;
};
