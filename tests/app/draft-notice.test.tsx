import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DraftNotice } from "#app/features/write/drafts/draft-notice";
import type { FoundDraft } from "#app/features/write/drafts/draft-state";
import { EMPTY_VALUES } from "#app/features/write/model/editor-values";

vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => ({ now: 0 }) }));

const NOBODY = { take: () => {}, replace: () => {}, drop: async () => {}, dismiss: () => {} };
const DRAFT: FoundDraft["draft"] = { values: EMPTY_VALUES, savedAt: 0 };

/** Text of each notice, with its time as 〇, and its buttons and links. */
const NOTICES: [FoundDraft["reason"], string, string[]][] = [
  ["restored", "已恢复〇没写完的草稿。", ["放弃草稿", "另写一份", "知道了"]],
  ["unfinished", "有一份〇没写完的草稿。", ["使用草稿", "放弃草稿", "以后再说"]],
  ["elsewhere", "在别的窗口或设备上有一份〇的草稿。", ["使用草稿", "放弃草稿", "以后再说"]],
  [
    "overtaken",
    "别的窗口或设备〇保存了另一份草稿。你在这里写的只存在本机，没有覆盖那一份。",
    ["使用那一份", "保留我写的", "以后再说"],
  ],
  ["old-version", "有一份〇的草稿，写它时内容还是旧版本。", ["使用草稿", "放弃草稿", "以后再说"]],
  ["given-up", "草稿已放弃。", ["撤销", "知道了"]],
  ["replaced", "已换成这一份，换下来的还能找回。", ["撤销", "知道了"]],
  ["continued", "已换成在别的窗口或设备上接着写的草稿，这里〇的那一份还能找回。", ["撤销", "知道了"]],
  ["apart", "还有一份〇的草稿，没有动它，这里写的另存一份。", ["打开草稿", "知道了"]],
  ["unsaved", "有一份〇没写完的草稿。用哪一份，选好之前，这里写的还没有保存。", ["使用草稿", "保留我写的"]],
];

const foundAs = (reason: FoundDraft["reason"]): FoundDraft =>
  reason === "apart" ? { draft: DRAFT, reason, href: "/question/ask?draft=use" } : { draft: DRAFT, reason };

test.each(NOTICES)(
  "the notice of a draft that is %s says so, and offers what can be done with it",
  (reason, text, offered) => {
    const html = renderToStaticMarkup(<DraftNotice found={foundAs(reason)} another="/question/ask" keeper={NOBODY} />);
    const told = html.replace(/<time.*?<\/time>/, "〇").match(/draft-notice__text">(.*?)<\/p>/)?.[1];
    expect(told).toBe(text);
    expect(
      [...html.matchAll(/<(?:button|a)\b[^>]*>(.*?)<\/(?:button|a)>/g)].map(([, label]) =>
        label?.replace(/<[^>]*>/g, ""),
      ),
    ).toEqual(offered);
  },
);
