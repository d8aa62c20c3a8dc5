import { DAY, HOUR, MINUTE } from "#runtime/time-units";

/** Maximum of uses, and the time that they are counted for. */
export type Limit = {
  /** Maximum number of uses within a window. */
  max: number;
  /** Milliseconds from the first use until the count restarts. */
  window: number;
  /** Sliding window: prevents a burst around the end of one window and the start of the next. */
  rolling?: true;
  /** Replaces the message of RATE_LIMITED; `{秒}` is the number of seconds to wait, `{时间}` the time in words. */
  message?: string;
};

const MAILBOX_OFTEN = "这个邮箱今天收到验证码的次数已达上限";
const SMS_OFTEN = "这个号码获取验证码太频繁，请{时间}后再试";

/**
 * Every rate limit of the upstream: how often one subject (a person, a phone number, a network) may do something. Those
 * named after an address count by `networkOf` the caller's IP address.
 */
export const LIMITS = {
  captchaGet: { max: 60, window: MINUTE },
  captchaCheck: { max: 60, window: MINUTE },
  smsPause: { max: 1, window: MINUTE, message: "验证码已发送，请 {秒} 秒后再试" },
  /** Codes to one number, or, of those for the member's own number, by one member. */
  smsPhoneHour: { max: 5, window: HOUR, rolling: true, message: SMS_OFTEN },
  smsPhoneDay: { max: 10, window: DAY, rolling: true, message: SMS_OFTEN },
  /** Codes to one number from one network, which leaves some for its owner elsewhere. */
  smsPhoneNetworkHour: { max: 3, window: HOUR, rolling: true, message: SMS_OFTEN },
  smsPhoneNetworkDay: { max: 6, window: DAY, rolling: true, message: SMS_OFTEN },
  preview: { max: 120, window: MINUTE },
  smsAddressHour: { max: 20, window: HOUR, rolling: true },
  publishMinute: { max: 5, window: MINUTE },
  publishDay: { max: 60, window: DAY },
  editMinute: { max: 10, window: MINUTE },
  editDay: { max: 300, window: DAY },
  commentMinute: { max: 12, window: MINUTE },
  commentDay: { max: 400, window: DAY },
  /** Texts that an operator has to review. */
  heldHour: { max: 20, window: HOUR },
  reactMinute: { max: 60, window: MINUTE },
  reactDay: { max: 3000, window: DAY },
  draftMinute: { max: 60, window: MINUTE },
  /** Changes proposed to authors. */
  proposeMinute: { max: 5, window: MINUTE },
  proposeDay: { max: 30, window: DAY },
  reportMinute: { max: 5, window: MINUTE },
  reportDay: { max: 50, window: DAY },
  appealMinute: { max: 5, window: MINUTE },
  appealDay: { max: 20, window: DAY },
  /** Appeals by banned people, who can't log in. */
  appealAddress: { max: 10, window: HOUR },
  /** Opening and using the links by which imported authors are claimed. */
  handoverAddress: { max: 60, window: HOUR },
  suggest: { max: 120, window: MINUTE },
  uploadMinute: { max: 20, window: MINUTE },
  uploadDay: { max: 200, window: DAY },
  unknownUploadMinute: { max: 5, window: MINUTE },
  unknownUploadDay: { max: 30, window: DAY },
  downloadMinute: { max: 20, window: MINUTE },
  downloadDay: { max: 300, window: DAY },
  readMinute: { max: 120, window: MINUTE },
  submitFormMinute: { max: 5, window: MINUTE },
  submitFormDay: { max: 60, window: DAY },
  manageMinute: { max: 30, window: MINUTE },
  manageDay: { max: 300, window: DAY },
  /**
   * Codes that confirm a mail address: per person, per network, and per mailbox, of which one person and one network get
   * a share, so that strangers leave its owner theirs.
   */
  mailPause: { max: 1, window: MINUTE, message: "验证码已发送，请 {秒} 秒后再试" },
  mailPersonDay: { max: 10, window: DAY, rolling: true, message: "今天发送验证码的次数已达上限" },
  mailboxDay: { max: 9, window: DAY, rolling: true, message: MAILBOX_OFTEN },
  mailboxPersonDay: { max: 3, window: DAY, rolling: true, message: MAILBOX_OFTEN },
  mailboxNetworkDay: { max: 3, window: DAY, rolling: true, message: MAILBOX_OFTEN },
  mailAddressHour: { max: 20, window: HOUR, rolling: true },
  mailCheckHour: { max: 30, window: HOUR },
  unsubscribeDay: { max: 100, window: DAY },
  /** All SMS of the site; the maximum comes from the configuration. */
  smsSiteDay: { max: 1, window: DAY, message: "短信服务暂时不可用，请稍后再试" },
  /** Passwords for one number from one network, or of one member who is logged in. */
  loginAccount: { max: 10, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请稍后再试" },
  /**
   * Passwords for one number from one network by `widerNetworkOf`, and from all together that it is not logged in from.
   */
  loginNetworkDay: { max: 20, window: DAY, rolling: true, message: "尝试次数过多，请{时间}后再试" },
  loginOthersDay: { max: 200, window: DAY, rolling: true, message: "尝试次数过多，请{时间}后再试" },
  loginAddress: { max: 30, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请稍后再试" },
  passkeyAddress: { max: 120, window: 15 * MINUTE },
  /** Challenges for logins by passkey: every visible login form requests them for its autofill. */
  passkeyOffers: { max: 1_200, window: 15 * MINUTE },
  passkeyHour: { max: 30, window: HOUR },
  factorGuess: { max: 10, window: 15 * MINUTE, rolling: true, message: "尝试次数过多，请 15 分钟后再试" },
  setupAddress: { max: 10, window: 15 * MINUTE, rolling: true },
  wechatAddress: { max: 60, window: HOUR },
  profileHour: { max: 30, window: HOUR },
  exportDay: { max: 20, window: DAY },
  smsCheckAddress: { max: 60, window: HOUR },
  /** Attempts at codes sent to one number from other networks than requested them; counted like `smsPhoneDay`. */
  smsGuessDay: { max: 25, window: DAY, rolling: true, message: "验证码输错的次数太多，请{时间}后再试" },
  orderMinute: { max: 6, window: MINUTE },
  orderDay: { max: 60, window: DAY },
  redeemPerson: { max: 10, window: HOUR, rolling: true, message: "兑换尝试次数过多，请一小时后再试" },
  redeemAddress: { max: 40, window: HOUR, rolling: true, message: "兑换尝试次数过多，请一小时后再试" },
  codeBatchDay: { max: 50, window: DAY, message: "今天生成的批次太多，请明天再来" },
  /** Staff's searches for members by their complete phone number. */
  phoneSearchHour: {
    max: 120,
    window: HOUR,
    message: "这一小时里按完整手机号查找的次数太多，请稍后再试，或改用昵称、用户编号、手机号后四位查找",
  },
  /** Test calls of external services, by all staff together. */
  trialHour: { max: 30, window: HOUR },
  jsSdkAddress: { max: 300, window: MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
