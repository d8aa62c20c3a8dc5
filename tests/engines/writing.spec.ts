import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { newMember } from "#tests/e2e/support/member";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { test } from "./journey";

const BODY = "textarea[name=content]";

test("ask with a list that Enter continues, and with a picture", async ({ tab }, info) => {
  const picture = info.outputPath("结构图.png");
  const blank = { width: 40, height: 30, channels: 3, background: "#168" } as const;
  await writeFile(picture, await sharp({ create: blank }).png().toBuffer());
  const title = unique("怎样画一张结构图");
  await tab.logIn(await newMember());
  await tab.open("/write/question");
  await tab.sees("[role=toolbar]");
  await tab.fill("textarea[name=title]", title);
  // Enter in an input method ends neither the line nor the form.
  await tab.fill(BODY, "- ");
  await tab.compose("xian shou ji", "先收集");
  await tab.press("Enter");
  await tab.type("再归类");
  await tab.holds(BODY, "- 先收集\n- 再归类");
  await tab.choose("[role=toolbar] input[type=file]", picture);
  await tab.until(() =>
    /!\[\]\(\S*\/oss\/\S+\)/.test(document.querySelector<HTMLTextAreaElement>("textarea[name=content]")?.value ?? ""),
  );
  await tab.click("button[value=publish]");
  await tab.sees("main h1", title);
  await tab.sees(".prose li", "先收集");
  await tab.sees(".prose li", "再归类");
  await tab.until(() => (document.querySelector<HTMLImageElement>(".prose img")?.naturalWidth ?? 0) > 0);
});

test("of two concurrent changes neither is lost", async ({ tab, baseURL }) => {
  const member = await newMember();
  const path = await publishArticle(member, baseURL, unique("两个窗口同时改的文章"));
  await tab.logIn(member);
  await tab.open(path);
  // Before React has hydrated this part, the link loads a document, and Safari reports aborted requests as failures.
  await tab.until(() =>
    Object.keys(document.querySelector('main a[href^="/write/"]') ?? {}).some((name) => name.startsWith("__react")),
  );
  await tab.click("main .more > summary");
  await tab.click("main a", "编辑");
  await tab.sees("[role=toolbar]");
  const status = await tab.run(async () => {
    const form = document.querySelector<HTMLTextAreaElement>("textarea[name=content]")?.form;
    if (!form) return "no form";
    const data = new FormData(form);
    data.set("content", "先保存的一份");
    data.set("intent", "publish");
    const reply = await fetch(form.action.replace(/\/write\/\w+/, "$&.json"), { method: "POST", body: data });
    return ((await reply.json()) as { status: string }).status;
  });
  expect(status).toBe("ok");
  tab.expects(/status of 409/);
  await tab.fill(BODY, "后保存的一份");
  await tab.click("button[value=publish]");
  await tab.sees("h2", "内容在别处被修改过");
  await tab.fill(BODY, "两份合在一起");
  await tab.click("button[value=publish]");
  await tab.sees(".prose", "两份合在一起");
});
