import { endpoint, ofPart } from "#app/contract/endpoint";
import { captchaCheckBody, captchaCheckData, captchaGetBody, captchaGetData } from "#app/contract/people/captcha";

/** Captcha calls under zhiku's paths, equivalent to `captchaApi`'s. */
export const zhikuCaptchaApi = ofPart("zhiku", {
  get: endpoint({
    method: "POST",
    path: "/api/pro/captcha/get",
    summary: "取一道验证题",
    body: captchaGetBody,
    data: captchaGetData,
  }),
  check: endpoint({
    method: "POST",
    path: "/api/pro/captcha/check",
    summary: "核对验证题，得到一次性凭证",
    body: captchaCheckBody,
    data: captchaCheckData,
  }),
});
