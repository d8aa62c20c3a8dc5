import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewApi } from "#app/contract/writing/preview";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";

let upstream: TestUpstream;
let author: number;
beforeAll(async () => {
  upstream = await createTestUpstream();
  author = await upstream.addUser("周以宁");
});
afterAll(() => upstream.close());

describe("preview", () => {
  const preview = (content: string, as?: number) => upstream.call(previewApi.render, { body: { content } }, { as });

  test("renders the text exactly as it would be stored", async () => {
    const content = "**先说结论。**再说过程\n\n<script>alert(1)</script>\n\n## 小标题";
    const { contentHtml } = await preview(content, author);
    expect(contentHtml).toBe((await upstream.services.markdown.render(content, { anchors: false })).html);
    expect(contentHtml).toContain("<strong>先说结论。</strong>");
    expect(contentHtml).not.toContain("<script");
  });

  test("requires a login, and refuses text that could not be published", async () => {
    await expect(preview("正文")).rejects.toMatchObject({ code: "NOT_LOGIN" });
    await expect(preview("长".repeat(100_001), author)).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { content: expect.stringContaining("100000") } },
    });
  });

  test("of a long text counts as several", async () => {
    const writer = await upstream.addUser("写得很长的人");
    for (let times = 0; times < 12; times += 1) await preview("长".repeat(100_000), writer);
    await expect(preview("短", writer)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("is limited to 120 times a minute", async () => {
    const writer = await upstream.addUser("写得很快的人");
    for (let n = 0; n < 120; n += 1) await preview("正文", writer);
    await expect(preview("正文", writer)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await preview("正文", author);
  });
});
