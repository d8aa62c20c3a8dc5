import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { UnsentDraftRow } from "#app/features/draft-list/unsent-draft-row";
import { EMPTY_VALUES } from "#app/features/write/model/editor-values";

vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useRouteLoaderData: () => ({ now: 0 }),
}));

test("a draft in this browser of something that this program does not know shows its whole text", () => {
  const values = { ...EMPTY_VALUES, title: "投票", content: "写了很久的话" };
  const draft = { target: "poll/new", path: "/write/poll", values, savedAt: 5 };
  const html = renderToStaticMarkup(<UnsentDraftRow draft={draft} onDiscard={() => {}} />);
  expect(html).toMatch(/<textarea[^>]*>写了很久的话<\/textarea>/);
  expect(html).toContain("草稿");
  expect(html).not.toContain("/write/poll");
});
