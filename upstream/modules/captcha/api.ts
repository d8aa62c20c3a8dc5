import { captchaApi } from "#app/contract/people/captcha";
import { zhikuCaptchaApi } from "#app/contract/zhiku/captcha";
import { type Handlers, implement } from "#upstream/call/implement";
import { askCaptcha, checkCaptcha } from "./pass";

const handlers: Handlers<typeof captchaApi> = {
  get: async ({ body }, call) => askCaptcha(call, body.captchaType),
  check: async ({ body }, call) => checkCaptcha(call, body),
};

export const captcha = implement(captchaApi, handlers);
export const zhikuCaptcha = implement(zhikuCaptchaApi, handlers);
