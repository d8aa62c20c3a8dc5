import { expect, test } from "vitest";
import {
  beginWechat,
  endWechat,
  forgetWechat,
  rememberWechat,
  wechatAttemptOf,
} from "#app/features/login/wechat-attempt.server";

const requestWith = (cookie: string) => new Request("http://127.0.0.1:3000/", { headers: { cookie } });
const sent = (setCookie: string) => requestWith(setCookie.split(";")[0] ?? "");
const begin = (request: Request, next = "/") => beginWechat(request, { purpose: "login", next });

test("attempts of several tabs are kept beside each other, and end one by one", () => {
  let browser = requestWith("");
  const [one, two, three, four] = [begin(browser), begin(browser), begin(browser), begin(browser)] as const;
  for (const attempt of [one, two, three]) browser = sent(rememberWechat(browser, attempt));
  for (const { state } of [one, two, three]) expect(wechatAttemptOf(browser, state)?.state).toBe(state);

  browser = sent(rememberWechat(browser, { ...two, ticket: "ticket" }));
  expect(wechatAttemptOf(browser, two.state)?.ticket).toBe("ticket");
  browser = sent(endWechat(browser, { ...two, ticket: "ticket" }));
  expect(wechatAttemptOf(browser, two.state)).toMatchObject({ ended: true, state: two.state });
  expect(wechatAttemptOf(browser, two.state)?.ticket).toBeUndefined();
  browser = sent(forgetWechat(browser, three));
  expect(wechatAttemptOf(browser, three.state)).toBeNull();
  expect(wechatAttemptOf(browser, one.state)).not.toBeNull();

  browser = sent(rememberWechat(browser, three));
  browser = sent(rememberWechat(browser, four));
  expect(wechatAttemptOf(browser, one.state), "the fourth of three").toBeNull();
  expect(wechatAttemptOf(browser, null)).toBeNull();
});

test("the last to go takes the cookie with it, and long paths leave room for fewer", () => {
  const one = begin(requestWith(""));
  const browser = sent(rememberWechat(requestWith(""), one));
  expect(forgetWechat(browser, one)).toContain("Max-Age=0");
  let full = requestWith("");
  for (let index = 0; index < 3; index += 1) {
    const cookie = rememberWechat(full, begin(full, `/search?q=${"x".repeat(1_500)}`));
    expect(cookie.length).toBeLessThan(4_000);
    full = sent(cookie);
  }
});
