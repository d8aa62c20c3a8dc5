/** A message that a provider was made to deliver. */
export type SentMessage = { provider: "aliyun" | "tencent"; phone: string; text: string; code: string; sentAt: string };

/** Account of the customer at the provider; calls that say otherwise are refused as the real ones refuse them. */
export type SmsAccount = {
  keyId: string;
  keySecret: string;
  appId: string;
  signName: string;
  template: string;
};

/** Parts that both protocols need to reply to a call. */
export type FakeSmsState = {
  account: SmsAccount;
  now: Date;
  /** Nonces that were used once already, as the real ones remember them. */
  nonces: Set<string>;
  /** The code that every message is to be refused with. */
  refuseWith: string | null;
  /** Delivers, or says which of the provider's own limits forbids it: 1 a minute, 5 an hour, 10 in 24 hours. */
  deliver(message: Omit<SentMessage, "text" | "sentAt">): "sent" | "minute" | "hour" | "day";
};
