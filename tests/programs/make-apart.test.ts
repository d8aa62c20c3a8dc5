import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { importFolder } from "#upstream/import/import-folder";
import type { ImportOptions } from "#upstream/import/import-options";
import { makeApart } from "#upstream/import/make-apart";
import type { MakeText } from "#upstream/import/make-here";
import { cleanUp, newFolder } from "./run";

const NOW = new Date("2026-11-20T08:00:00Z");
const BUILT = pathToFileURL(resolve("dist/make-texts.cjs"));

cleanUp();

const text = (fields: Record<string, string>, body: string) =>
  `---\n${Object.entries({ author: "林知远", createdAt: "2026-01-02", ...fields })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}---\n${body}\n`;

/** Texts with all derived data: tokens, pictures of ours, code, formulas, footnotes, headings, answers. */
async function texts(): Promise<string> {
  const folder = newFolder();
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: "#369" } });
  write("images/图.png", await picture.png().toBuffer());
  const article = { kind: "article", classification: "技术", tags: "[编译器]" };
  write(
    "a.md",
    text({ ...article, title: "编译器的结构" }, "# 一\n\n![结构](images/图.png)\n\n```ts\nconst 一 = 1;\n```"),
  );
  write("b.md", text({ ...article, title: "公式与脚注" }, "$E = mc^2$，见注[^1]。\n\n[^1]: 注在这里，node.js 也在。"));
  write("c.md", text({ kind: "question", title: "编译器怎么学？" }, "从哪里开始？"));
  write("d.md", text({ kind: "answer", question: "编译器怎么学？" }, "# 先读\n\n再写。![](images/图.png)"));
  return folder;
}

async function imported(folder: string, making: (site: Parameters<typeof makeApart>[0]) => { make?: MakeText }) {
  const { services, close } = await createTestUpstream({ clock: () => NOW });
  try {
    const options: ImportOptions = { createClassifications: true, ...making(services) };
    expect(await importFolder(services, folder, options)).toMatchObject({ imported: 4, bad: [], told: [] });
    return await databaseState(services.db);
  } finally {
    await close();
  }
}

test("a worker thread renders texts as this process does, and so does a site whose thread fails to start", async () => {
  const folder = await texts();
  const apart = async (file: URL) => {
    const threads: { close(): Promise<void> }[] = [];
    const state = await imported(folder, (services) => {
      const { make, close } = makeApart(services, file);
      threads.push({ close });
      return { make };
    });
    for (const { close } of threads) await close();
    return state;
  };
  const here = await imported(folder, () => ({}));
  expect(await apart(BUILT)).toEqual(here);
  expect(await apart(new URL("nothing.cjs", BUILT))).toEqual(here);
});
