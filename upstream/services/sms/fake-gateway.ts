import { MINUTE } from "#runtime/time-units";
import { createFaults, type Faults } from "#upstream/services/external/faults";
import type { Fetch } from "#upstream/services/external/request-external";
import { answerAliyun } from "./fake-aliyun";
import type { FakeSmsState, SentMessage, SmsAccount } from "./fake-sms-state";
import { answerTencent } from "./fake-tencent";

/** SMS gateway in this process, with the messages that it accepted. */
export type FakeSms = {
  /** Speaks Tencent's protocol if `X-TC-Action` is present, else Aliyun's. */
  fetch: Fetch;
  faults: Faults;
  /** Accepted messages, newest first. */
  inbox(): readonly SentMessage[];
};

const MESSAGES_KEPT = 200;
const PER_NUMBER = [
  ["minute", MINUTE, 1],
  ["hour", 60 * MINUTE, 5],
  ["day", 24 * 60 * MINUTE, 10],
] as const;

/**
 * Creates fakes of Aliyun's and Tencent's SMS services: they check signatures, times, names and numbers, apply the
 * providers' rate limits, and store messages in an inbox. For the demo and tests only.
 */
export function createFakeSms(account: SmsAccount, clock: () => Date): FakeSms {
  const sent: SentMessage[] = [];
  const nonces = new Set<string>();
  const faults = createFaults();
  const desk = (): FakeSmsState => {
    const now = clock();
    const fault = faults.current();
    return {
      account,
      now,
      nonces,
      refuseWith: fault?.kind === "code" ? fault.code : null,
      deliver(message) {
        const ages = sent
          .filter(({ phone }) => phone === message.phone)
          .map((one) => now.getTime() - Date.parse(one.sentAt));
        for (const [name, window, max] of PER_NUMBER) if (ages.filter((age) => age < window).length >= max) return name;
        const text = `【${account.signName}】验证码 ${message.code}，5 分钟内有效。如非本人操作，请忽略。`;
        sent.unshift({ ...message, text, sentAt: now.toISOString() });
        sent.splice(MESSAGES_KEPT);
        return "sent";
      },
    };
  };
  return {
    fetch: (request) =>
      faults.around(request, async () =>
        request.headers.has("x-tc-action") ? answerTencent(desk(), request) : answerAliyun(desk(), request),
      ),
    faults,
    inbox: () => sent,
  };
}
