import { describe, expect, test } from "vitest";
import { loginRefusal, refusedResult } from "#app/forms/attempt.server";
import { DONE, type FormResult } from "#app/forms/form-result";
import { respond, statusOf } from "#app/forms/respond.server";
import { isFormReturned } from "#app/forms/returned-form.server";
import { flashOf } from "#app/server/cookies/flash.server";

const BACK = "/article/1?page=2";
const REFUSED = refusedResult({ code: "PARAM_ERROR", message: "请检查", fields: { text: "太短" } }, { text: "好" });
const ENDED = loginRefusal("NOT_LOGIN", { text: "好" });
const STEP = { status: "step", step: "code", values: { text: "好" } } as const;

type Result = FormResult<unknown, object, unknown, unknown>;
type Options = Parameters<typeof respond>[2];

/** The reply to a form, with the flash message of the next page. */
async function replyTo(from: "document" | "script", result: Result, options: Omit<Options, "back"> = {}) {
  const headers = { "sec-fetch-mode": from === "document" ? "navigate" : "cors" };
  const request = new Request("http://site.test/", { method: "POST", headers });
  const context = {};
  const reply = await respond({ request, context }, result, { back: BACK, ...options });
  const given = reply instanceof Response ? reply : new Response(JSON.stringify(reply.data), reply.init ?? {});
  const cookies = given.headers.getSetCookie();
  const sent = new Request("http://site.test/", {
    headers: { cookie: cookies.map((one) => one.split(";")[0]).join("; ") },
  });
  const body = await given.text();
  return {
    status: given.status,
    to: given.headers.get("location"),
    told: body ? (JSON.parse(body) as unknown) : null,
    flash: flashOf(sent),
    cookies,
    /** Whether the page is rendered with it, rather than being the whole response. */
    echoed: !(reply instanceof Response),
    returned: isFormReturned(context),
  };
}

describe("a form that is done", () => {
  const flash = "评论已删除";
  const headers: [string, string][] = [
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ];

  test("redirects a document, with its message and cookies", async () => {
    const reply = await replyTo("document", DONE, { flash, headers });
    expect(reply).toMatchObject({ status: 302, to: BACK, flash: { kind: "success", message: flash } });
    expect(reply.cookies.slice(0, 2)).toEqual(["a=1", "b=2"]);
    expect(await replyTo("document", DONE, { echo: true })).toMatchObject({ status: 302, to: BACK, flash: null });
  });

  test.each([false, true])("is returned to scripts, with its message and cookies (echo: %s)", async (echo) => {
    const reply = await replyTo("script", DONE, { flash, headers, echo });
    expect(reply).toMatchObject({
      status: 200,
      to: null,
      told: { ...DONE, message: flash },
      flash: null,
      echoed: echo,
    });
    expect(reply.cookies).toEqual(["a=1", "b=2"]);
    expect((await replyTo("script", DONE, { echo })).told).toEqual(DONE);
  });

  test("redirects scripts, too, where the form navigates; a message can be of another kind", async () => {
    const info = { kind: "info", message: "等待审核" } as const;
    expect(await replyTo("script", DONE, { flash: info, leads: true, echo: true })).toMatchObject({
      status: 302,
      to: BACK,
      flash: info,
    });
  });
});

describe.each(["document", "script"] as const)("a form of a page, sent by a %s", (from) => {
  test("comes back when refused, with its input", async () => {
    const reply = await replyTo(from, REFUSED, { echo: true, leads: true, flash: "已保存" });
    expect(reply).toMatchObject({ status: 422, told: REFUSED, echoed: true, flash: null, returned: true });
    expect((await replyTo(from, REFUSED, { echo: true, bare: true })).returned).toBe(false);
  });

  test("comes back when the session has ended, with its own message", async () => {
    const reply = await replyTo(from, ENDED, { echo: true, ended: "请在新窗口登录" });
    expect(reply).toMatchObject({ status: 401, told: { ...ENDED, message: "请在新窗口登录" }, returned: true });
    const plain = await replyTo(from, ENDED, { echo: true });
    expect(plain).toMatchObject({ status: 401, told: ENDED, returned: false });
    expect((await replyTo(from, REFUSED, { echo: true, ended: "请在新窗口登录" })).told).toEqual(REFUSED);
  });

  test("continues with a further step, with the cookies that it sets", async () => {
    const reply = await replyTo(from, STEP, { echo: true, leads: true, headers: [["set-cookie", "a=1"]] });
    expect(reply).toMatchObject({ status: 200, to: null, told: STEP, cookies: ["a=1"], echoed: true, returned: true });
  });
});

describe("a button that is refused", () => {
  test("shows the message on the page that a document returns to", async () => {
    const reply = await replyTo("document", REFUSED, { flash: "已采纳" });
    expect(reply).toMatchObject({ status: 302, to: BACK, flash: { kind: "error", message: "请检查" } });
  });

  test("is returned to scripts as a failure", async () => {
    const reply = await replyTo("script", REFUSED, { flash: "已采纳" });
    expect(reply).toMatchObject({ status: 422, to: null, told: REFUSED, flash: null, echoed: false, returned: false });
  });

  test("that requires a login redirects a document there and back without a message, and tells scripts", async () => {
    const pending = "pending=like; Path=/";
    const document = await replyTo("document", ENDED, { pending });
    expect(document).toMatchObject({ status: 302, to: `/login?next=${encodeURIComponent(BACK)}`, flash: null });
    const script = await replyTo("script", ENDED, { pending });
    expect(script).toMatchObject({ status: 401, to: null, told: ENDED });
    for (const { cookies } of [document, script]) expect(cookies).toEqual([pending]);
    for (const from of ["document", "script"] as const) {
      const other = await replyTo(from, REFUSED, { pending });
      expect(other.cookies, "only where a login is wanted").not.toContain(pending);
    }
  });
});

test.each([
  ["NOT_LOGIN", 401],
  ["FORBIDDEN", 403],
  ["NOT_FOUND", 404],
  ["NOT_IMPLEMENTED", 404],
  ["CONFLICT", 409],
  ["ALREADY_SUBMITTED", 409],
  ["PARAM_ERROR", 422],
  ["CAPTCHA_EXPIRED", 422],
  ["RATE_LIMITED", 429],
  ["NETWORK", 503],
  ["INTERNAL", 503],
])("a refusal for %s is a %i", (code, status) => expect(statusOf({ code })).toBe(status));
