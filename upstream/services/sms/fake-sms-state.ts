/** A message that a fake provider has delivered. */
export type SentMessage = { provider: "aliyun" | "tencent"; phone: string; text: string; code: string; sentAt: string };

/** Customer's account at the provider; calls with other values are rejected as by the real ones. */
export type SmsAccount = {
  keyId: string;
  keySecret: string;
  appId: string;
  signName: string;
  template: string;
};

/** State that both protocols need to reply to a call. */
export type FakeSmsState = {
  account: SmsAccount;
  now: Date;
  /** Nonces that were already used. */
  nonces: Set<string>;
  /** Error code with which every message is rejected; null for none. */
  refuseWith: string | null;
  /** Delivers a message, or returns the period whose limit is exceeded: 1 per minute, 5 per hour, 10 per 24 hours. */
  deliver(message: Omit<SentMessage, "text" | "sentAt">): "sent" | "minute" | "hour" | "day";
};
