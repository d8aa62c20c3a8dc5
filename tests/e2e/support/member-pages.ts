import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unsubscribeToken } from "#upstream/modules/outside/unsubscribe-token";
import { banTicket } from "#upstream/policy/ban-ticket";
import { DATA_DIR, demoDatabase } from "./demo-database";
import { type Member, refusedText } from "./member";
import { publishArticle, publishQuestion, unique } from "./publish";
import { ownComment, suggested } from "./unsent-forms";
import { fillInProfile } from "./zhiku-reader";

type Where = { member: Member; baseURL: string | undefined };

/** A kind of page with content for members only, and what to open on it. */
export type MemberPage = {
  name: string;
  path: (where: Where) => Promise<string>;
  prepare?: (page: Page) => Promise<void>;
};

/** Settings of the server under test, with which it signs links. */
const signing = async () => ({ secretKey: (await readFile(`${DATA_DIR}/secret-key`, "utf8")).trim() });

/** The page that a mail's unsubscribe link opens. */
const unsubscribePage = async ({ member: { userId } }: Where): Promise<string> =>
  `/unsubscribe/${unsubscribeToken({ config: await signing() }, { userId, sort: "weekly" })}`;

/** The page to which a login that is refused because of a ban leads. */
async function banAppealPage({ member: { userId } }: Where): Promise<string> {
  const ticket = banTicket({ config: await signing(), clock: () => new Date() }, { id: 1, userId });
  return `/appeal/ban?ticket=${encodeURIComponent(ticket)}`;
}

/** The page of drafts, with one whose question is gone. */
async function draftsPage({ member: { userId } }: Where): Promise<string> {
  const { db } = await demoDatabase();
  const draft = { user_id: userId, base_version: 0, updated_at: new Date().toISOString() };
  const fields = JSON.stringify({ title: "写到一半", content: "先写下要点" });
  await db
    .insertInto("drafts")
    .values(["article/new", "question/999999/answer"].map((target) => ({ ...draft, target, fields })))
    .execute();
  return "/write/drafts";
}

const at = (path: string) => async () => path;

/** Opens all collapsed sections of the account. */
async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator("main summary").all()) await summary.click();
}

async function chooseOffer(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^购买/ }).first().click();
  await page.getByRole("button", { name: "保存并去支付" }).waitFor();
}

const editor = async (page: Page) => {
  await page.locator("textarea[name=content]").click();
  await page.getByRole("toolbar", { name: "格式" }).waitFor();
};

export const MEMBER_PAGES: readonly MemberPage[] = [
  { name: "end of registration", path: at("/login/complete") },
  { name: "first steps", path: at("/welcome") },
  { name: "profile", path: at("/account/profile") },
  { name: "notification settings", path: at("/account/notifications") },
  { name: "security", path: at("/account/secure"), prepare: unfold },
  { name: "writing a question", path: at("/write/question"), prepare: editor },
  { name: "writing an article", path: at("/write/article"), prepare: editor },
  {
    name: "own question, answering",
    path: async ({ member, baseURL }) => publishQuestion(member, baseURL, unique("自己问的问题")),
    prepare: editor,
  },
  {
    name: "own article, replying",
    path: async ({ member, baseURL }) => publishArticle(member, baseURL, unique("自己写的文章")),
    prepare: async (page) => {
      await page.getByLabel("写评论").fill("自己的评论");
      await page.getByRole("button", { name: "发布评论" }).click();
      await page
        .locator("section.comments")
        .getByRole("link", { name: /^回复 / })
        .click();
      await page.getByRole("textbox", { name: /^回复 / }).waitFor();
    },
  },
  { name: "comments without scripts", path: at("/write/comment?on=case:1&next=/case/1") },
  { name: "correcting a comment", path: ownComment },
  { name: "report", path: at("/report?on=case:1&next=/case/1") },
  { name: "suggesting a change", path: at("/write/proposal/article/1") },
  { name: "a change that is suggested", path: suggested },
  { name: "appeal", path: async ({ member }) => `/appeal/review/${await refusedText(member)}` },
  { name: "appeal of who is banned", path: banAppealPage },
  { name: "taking an author over", path: at("/handover") },
  { name: "end of letters", path: unsubscribePage },
  { name: "notifications", path: at("/notifications/comment") },
  { name: "suggestions that wait", path: at("/write/proposals") },
  { name: "new folder", path: at("/favorite/folder/new") },
  { name: "putting into folders", path: at("/favorite/case/1") },
  { name: "drafts", path: draftsPage },
  { name: "trash", path: at("/write/trash") },
  { name: "professional profile", path: at("/zhiku/profile") },
  { name: "rights on sale", path: at("/zhiku/rights") },
  { name: "professional profile before an order", path: at("/zhiku/rights"), prepare: chooseOffer },
  {
    name: "order to pay",
    path: at("/zhiku/rights"),
    prepare: async (page) => {
      await chooseOffer(page);
      await fillInProfile(page);
      await page.getByRole("button", { name: "保存并去支付" }).click();
      await page.getByRole("img", { name: "微信支付二维码" }).waitFor();
    },
  },
  { name: "own orders", path: at("/zhiku/orders") },
  { name: "own profile", path: async ({ member }) => `/u/${member.userId}/qna/answer` },
];
