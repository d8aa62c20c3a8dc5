export { OrderTerms } from "./order-terms";
export { WechatPayLink } from "./wechat-pay-link";
