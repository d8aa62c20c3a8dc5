import type { Page } from "@playwright/test";
import { decodeId } from "#app/server/urls/short-id.server";
import { type Member, newMember, refusedText } from "./member";
import { newApi, publishArticle, unique } from "./publish";

type Where = { member: Member; baseURL: string | undefined };

/** A form that saves typed input. */
export type UnsentForm = {
  /** The form's `data-unsent`, or the prefix. */
  kind: string;
  /** A page with the form. */
  path: (where: Where) => Promise<string>;
  /** Opens the form; unnecessary once it has saved input. */
  show?: (page: Page) => Promise<void>;
  /** Input, by field name. */
  typed: Record<string, string | string[]>;
  /** Invalid input, so that the form is refused. */
  refused: Record<string, string>;
  /** Sign of an ended session: a message on the same page, or another page. */
  ended?: { says: string } | { leads: RegExp };
};

const article = ({ member, baseURL }: Where) => publishArticle(member, baseURL, unique("有表单的文章"));

/** Writes the member's own comment; returns the path of the page to edit it. */
export async function ownComment({ member, baseURL }: Where): Promise<string> {
  const path = await article({ member, baseURL });
  const api = await newApi(member, baseURL);
  const [, on = ""] = /name="on" value="([^"]+)"/.exec(await (await api.get(path)).text()) ?? [];
  const headers = { accept: "text/html" };
  const form = { on, next: path, text: "写错了的评论" };
  const sent = await api.post("/write/comment", { form, headers, maxRedirects: 0 });
  await api.dispose();
  return `/write/comment/${/#comment-(\d+)$/.exec(sent.headers().location ?? "")?.[1]}`;
}

/** A held comment; the path of its page. */
async function heldComment({ member, baseURL }: Where): Promise<string> {
  const path = await article({ member, baseURL });
  const api = await newApi(member, baseURL);
  const [, on = ""] = /name="on" value="([^"]+)"/.exec(await (await api.get(path)).text()) ?? [];
  const headers = { accept: "text/html" };
  const sent = await api.post("/write/comment", { form: { on, text: "跟我兼职刷单" }, headers, maxRedirects: 0 });
  await api.dispose();
  return sent.headers().location ?? "";
}

/** The page to suggest an edit. */
const suggesting = (path: string): string => `/write/proposal/article/${decodeId(path.split("/").at(-1) ?? "")}`;

/** Proposes, as another member, a change of the member's text; returns the path of the proposal's page. */
export async function suggested({ member, baseURL }: Where): Promise<string> {
  const path = suggesting(await article({ member, baseURL }));
  const api = await newApi(await newMember(), baseURL);
  const [, version = ""] = /name="version" value="(\d+)"/.exec(await (await api.get(path)).text()) ?? [];
  const form = { version, title: unique("改好的标题"), content: "改好的正文", reason: "说得更清楚" };
  const sent = await api.post(path, { form, headers: { accept: "text/html" }, maxRedirects: 0 });
  await api.dispose();
  return sent.headers().location ?? "";
}

const unfold = (title: string) => (page: Page) =>
  page
    .locator("details.setting")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .locator("summary")
    .click();

/** Every form with text input except the editors, which have drafts; `forms-keep-words.test.ts` checks that. */
export const UNSENT_FORMS: readonly UnsentForm[] = [
  {
    kind: "comment:",
    path: article,
    typed: { text: "写到一半的评论" },
    refused: { text: " " },
    ended: { says: "登录已失效，写好的评论还在下面" },
  },
  {
    kind: "correction:",
    path: ownComment,
    typed: { text: "改到一半的评论" },
    refused: { text: " " },
    ended: { says: "登录已失效，写好的评论还在下面" },
  },
  {
    kind: "reply:",
    path: article,
    async show(page) {
      await page.getByLabel("写评论").fill("先来一条评论");
      await page.getByRole("button", { name: "发布评论" }).click();
      await page
        .locator("section.comments")
        .getByRole("link", { name: /^回复 / })
        .click();
    },
    typed: { text: "写到一半的回复" },
    refused: { text: " " },
    ended: { says: "登录已失效，写好的评论还在下面" },
  },
  {
    kind: "report:",
    path: async () => "/report?on=case:1&next=/case/1",
    typed: { reason: ["other"], detail: "写到一半的举报" },
    refused: { detail: " " },
    ended: { says: "登录已失效，填好的内容还在下面" },
  },
  {
    kind: "proposal:",
    path: async ({ baseURL }) => suggesting(await publishArticle(await newMember(), baseURL, unique("别人的文章"))),
    typed: { title: "改到一半的标题", content: "改到一半的正文", reason: "写到一半的理由" },
    refused: { reason: " " },
    ended: { says: "登录已失效，写好的建议还在下面" },
  },
  {
    kind: "proposal-answer:",
    path: suggested,
    typed: { answer: "写到一半的答复" },
    refused: { answer: "长".repeat(201) },
    ended: { says: "登录已失效，写好的答复还在下面" },
  },
  {
    kind: "folder:",
    path: async () => "/favorite/folder/new",
    typed: { name: "写到一半的名称", shown: ["yes"] },
    refused: { name: " " },
    ended: { says: "登录已失效，填好的内容还在下面" },
  },
  {
    kind: "appeal:",
    path: async ({ member }) => `/appeal/review/${await refusedText(member)}`,
    typed: { words: "写到一半的申诉" },
    refused: { words: " " },
    ended: { says: "登录已失效，写好的申诉还在下面" },
  },
  {
    kind: "account-profile",
    path: async () => "/account/profile",
    typed: { headline: "写到一半的介绍", bio: "写到一半的\n简介", city: "杭州", collectionsPrivate: ["yes"] },
    refused: { nickname: " " },
    ended: { says: "登录已失效，填好的内容还在下面" },
  },
  {
    kind: "zhiku-profile",
    path: async () => "/zhiku/profile",
    typed: { name: "林小满", company: "一家公司", department: "研发部", position: "工程师", email: "lin@example.com" },
    refused: { email: "lin@" },
    ended: { leads: /\/zhiku$/ },
  },
  {
    kind: "registration",
    path: async () => "/login/complete",
    typed: { nickname: "起到一半的名字" },
    refused: { nickname: " " },
    ended: { says: "登录已失效，填好的内容还在下面" },
  },
  {
    kind: "held:",
    path: heldComment,
    typed: { text: "改到一半的评论" },
    refused: { text: " " },
    ended: { says: "登录已失效，写好的评论还在下面" },
  },
  {
    kind: "account-phone",
    path: async () => "/account/secure",
    show: unfold("手机号"),
    typed: { phone: "13800009999" },
    refused: { phone: "12" },
    ended: { says: "登录已失效，请在新窗口登录" },
  },
  {
    kind: "account-mail",
    path: async () => "/account/secure",
    show: unfold("邮箱"),
    typed: { address: "lin@example.com" },
    refused: { address: "lin@" },
    ended: { says: "登录已失效，请在新窗口登录" },
  },
  {
    kind: "redeem",
    path: async () => "/zhiku/orders",
    typed: { code: "WXYZ-2345-写到一半" },
    refused: { code: " " },
    ended: { leads: /\/zhiku$/ },
  },
  {
    kind: "form:",
    path: async () => "/form/1",
    typed: {
      nickname: "小林",
      email: "lin@example.com",
      role: "design",
      years: "3",
      features: ["editor", "mobile"],
      device: ["mac"],
      reason: "移动端写长文时，工具栏会被键盘挡住，来回切换很费时间。",
    },
    refused: { nickname: " " },
  },
];
