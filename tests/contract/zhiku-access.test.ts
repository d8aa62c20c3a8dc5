import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Code } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { reportPdf } from "#upstream/demo/report-pdf";
import { endpointRows } from "#upstream/endpoint-table";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { type SampleInput, sampleInput } from "./sample-input";

const IDENTITIES = ["anonymous", "newcomer", "rejected", "unentitled", "entitled", "expired"] as const;

/** Existing items to request. */
type Things = { content: number; attachment: number; offer: number; journey: number; category: number };
type Row = {
  /** Replaces the sample input. */
  input?: (things: Things, who: Identity) => SampleInput;
  /**
   * Codes that differ from those of `auth`: NOT_LOGIN without a session, USER_INFO_INCOMPLETE without a profile,
   * SUCCESS.
   */
  codes?: Partial<Record<Identity, Code>>;
};

const incomplete = { newcomer: "USER_INFO_INCOMPLETE", rejected: "USER_INFO_INCOMPLETE" } as const;
/** Requires a right. */
const paid = (input: NonNullable<Row["input"]>): Row => ({
  input,
  codes: { ...incomplete, unentitled: "RIGHTS_NOT_SUBSCRIBED", expired: "RIGHTS_NOT_SUBSCRIBED" },
});
const everybodyGets = (code: Code, input?: Row["input"]): Row => ({
  codes: Object.fromEntries(IDENTITIES.map((who) => [who, code])),
  ...(input ? { input } : {}),
});
const everybody: Row = {};
const ofContent: Row = { input: ({ content }) => ({ query: { contentId: content } }) };
const keeping = (content: number): SampleInput => ({ body: { contentId: content } });

const PHONES: Partial<Record<Identity, string>> = {
  newcomer: "13700000001",
  rejected: "13700000002",
  unentitled: "13700000003",
  entitled: "13700000004",
  expired: "13700000005",
};

/** One row for each zhiku call; WeChat Pay's notification has no envelope and separate tests. */
const ZHIKU_ACCESS: Record<string, Row> = {
  "zhiku.captcha.get": everybody,
  "zhiku.captcha.check": everybodyGets("CAPTCHA_EXPIRED"),
  "zhiku.category.configImage": { input: ({ category }) => ({ query: { categoryId: category } }) },
  "zhiku.category.imageList": everybody,
  "zhiku.category.rightsTextList": everybody,
  "zhiku.category.trialList": everybody,
  "zhiku.category.list": everybody,
  "zhiku.config.image": everybody,
  "zhiku.config.imageList": everybody,
  "zhiku.config.text": everybody,
  "zhiku.config.textList": everybody,
  "zhiku.content.get": { input: ({ content }) => ({ params: { id: content } }) },
  "zhiku.content.attachmentList": ofContent,
  "zhiku.content.hasDocument": ofContent,
  "zhiku.content.list": everybody,
  "zhiku.content.recommendationList": ofContent,
  "zhiku.content.attachmentDownloadUrl": paid(({ attachment }) => ({ body: { attachmentId: attachment } })),
  "zhiku.content.documentDownloadUrl": paid(({ content }) => keeping(content)),
  "zhiku.content.downloadDocument": paid(({ content }) => keeping(content)),
  "zhiku.favorites.add": { input: ({ content }) => keeping(content) },
  "zhiku.favorites.remove": { input: ({ content }) => keeping(content) },
  "zhiku.favorites.list": everybody,
  "zhiku.order.create": {
    input: ({ offer }) => ({ body: { channel: "native", offerId: offer, requestId: randomUUID() } }),
    codes: incomplete,
  },
  "zhiku.order.list": everybody,
  "zhiku.oss.uploadUrl": everybody,
  "zhiku.oss.authUploadUrl": everybody,
  "zhiku.oss.upload": everybody,
  "zhiku.rights.list": everybody,
  "zhiku.search.content": { codes: incomplete },
  // No captcha was solved here.
  "zhiku.sms.code": everybodyGets("CAPTCHA_REQUIRED", () => ({
    body: { phone: "13700000001", purpose: "login", captchaVerification: "none" },
  })),
  "zhiku.sms.codeTest": everybody,
  "zhiku.sms.verify": everybodyGets("SMS_CODE_WRONG"),
  "zhiku.user.get": everybody,
  "zhiku.user.login": everybodyGets("LOGIN_FAILED"),
  "zhiku.user.loginSms": everybodyGets("SMS_CODE_WRONG"),
  "zhiku.user.loginWechat": everybodyGets("WECHAT_FAILED"),
  "zhiku.user.logout": everybody,
  "zhiku.user.register": everybodyGets("SMS_CODE_WRONG"),
  "zhiku.user.registerWechat": everybodyGets("SMS_CODE_WRONG"),
  "zhiku.user.rightsList": everybody,
  "zhiku.userJourney.open": paid(({ content }) => keeping(content)),
  // Belongs to the member with a right.
  "zhiku.userJourney.update": {
    input: ({ journey }) => ({ body: { id: journey, percent: 10, anchor: null, version: 1 } }),
    codes: { newcomer: "NOT_FOUND", rejected: "NOT_FOUND", unentitled: "NOT_FOUND", expired: "NOT_FOUND" },
  },
  "zhiku.userRecorder.list": everybody,
  "zhiku.wechat.jsSdkConfig": { input: () => ({ body: { url: "http://127.0.0.1:3000/zhiku" } }) },
  // Last, because afterwards every profile is complete.
  "zhiku.user.update": {
    input: (_, who) => ({
      body: {
        name: "林",
        company: "某公司",
        department: "产品",
        position: "经理",
        email: "a@b.cn",
        phone: PHONES[who] ?? "13700000001",
      },
    }),
  },
};

let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let things: Things;

beforeAll(async () => {
  upstream = await createTestUpstream();
  zhiku = await createZhikuWorld(upstream);
  const { services, call } = upstream;
  const key = "zhiku/202611/a.pdf";
  const bytes = reportPdf({ title: "报告", paragraphs: ["正文"] });
  await services.objects.put(key, bytes, "application/pdf");
  const file = { key, fileName: "报告.pdf", contentType: "application/pdf", bytes: bytes.length };
  const content = await zhiku.add({ document: file, attachments: [file] });
  const { id: attachment } = await services.db
    .selectFrom("zhiku_attachments")
    .select("id")
    .where("content_id", "=", content)
    .executeTakeFirstOrThrow();
  const { id: offer } = await createOffer(services.db, {
    name: "全库年卡",
    description: "",
    categoryId: null,
    price: 100,
    days: 365,
    position: 0,
    onSale: true,
  });
  const journey = await call(zhikuUserJourneyApi.open, { body: { contentId: content } }, { as: zhiku.people.entitled });
  things = { content, attachment, offer, journey: journey.id, category: zhiku.categories.growth };
});
afterAll(() => upstream.close());

const rows = new Map(endpointRows().map((row) => [row.name, row.endpoint]));
const enveloped = [...rows].filter(([name, { reply }]) => name.startsWith("zhiku.") && reply !== "raw");

test("every call of zhiku has a row", () => {
  expect(Object.keys(ZHIKU_ACCESS).sort()).toEqual(enveloped.map(([name]) => name).sort());
});

function expectedCode({ auth }: Endpoint, { codes = {} }: Row, who: Identity): Code {
  if (auth !== "anyone" && who === "anonymous") return "NOT_LOGIN";
  return codes[who] ?? "SUCCESS";
}

describe.each(Object.keys(ZHIKU_ACCESS))("%s", (name) => {
  test.each(IDENTITIES)("replies to %s as its row says", async (who) => {
    await upstream.services.db.deleteFrom("rate_limits").execute();
    const endpoint = rows.get(name) as Endpoint;
    const row = ZHIKU_ACCESS[name] as Row;
    const input = { ...sampleInput(endpoint), ...row.input?.(things, who) };
    const userId = zhiku.people[who];
    const token = userId === undefined ? undefined : await upstream.tokenOf(userId);
    const code = await upstream.call(endpoint, input as never, { token }).then(
      () => "SUCCESS",
      (error: { code?: string; message: string }) => {
        // A file has no envelope, so parsing it fails.
        if (endpoint.reply === "blob" && error instanceof SyntaxError) return "SUCCESS";
        return error.code ?? error.message;
      },
    );
    expect(code).toBe(expectedCode(endpoint, row, who));
  });
});
