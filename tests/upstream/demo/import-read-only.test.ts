import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { Services } from "#upstream/call/context";
import { openExport } from "#upstream/import/exports/open-export";
import { importExport } from "#upstream/import/import-export";
import { importFolder } from "#upstream/import/import-folder";
import type { ImportOptions, ImportReport } from "#upstream/import/import-options";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { wxr } from "./exports-of-others";
import { temporaryFolders } from "./temporary-folders";

const TEXTS = 250;
const numbers = Array.from({ length: TEXTS }, (_, n) => n + 1);

let upstream: TestUpstream;
const folderOf = temporaryFolders();

beforeEach(async () => {
  upstream = await createTestUpstream();
});
afterEach(() => upstream.close());

type Bring = (services: Services, options: ImportOptions) => Promise<ImportReport>;
const ways: Record<string, () => Promise<Bring>> = {
  async folder() {
    const folder = folderOf(Object.fromEntries(numbers.map((n) => [`${n}.md`, `第 ${n} 篇的正文。`])));
    return (services, options) => importFolder(services, folder, { author: "搬家的人", ...options });
  },
  async "another site's export"() {
    const folder = folderOf({
      "site.xml": wxr(numbers.map((id) => ({ id, title: `第 ${id} 篇`, body: "<p>正文</p>" }))),
    });
    return async (services, options) => {
      const from = await openExport(`${folder}/site.xml`);
      if (!from) throw new Error("no export");
      return importExport(services, from, options);
    };
  },
};

describe.each(Object.entries(ways))("an import of a %s", (_, way) => {
  test("writes nothing while the site is read-only, and continues afterwards", async () => {
    const bring = await way();
    const { services } = upstream;
    // By another process, as `move` does.
    await writeReadOnly(services, "本站正在搬家");
    expect(services.readOnly.sentence()).toBe("");
    expect(await bring(services, {})).toMatchObject({ imported: 0, stopped: true, bad: [] });
    expect(await bring(services, { dryRun: true })).toMatchObject({ imported: TEXTS, stopped: false });
    await writeReadOnly(services, "");
    expect(await bring(services, {})).toMatchObject({ imported: TEXTS, stopped: false });
  });

  test("stops before the next batch when the site becomes read-only", async () => {
    const bring = await way();
    let sentence = "";
    const services = {
      ...upstream.services,
      readOnly: { sentence: () => sentence, isOn: () => sentence !== "", set: () => {} },
    };
    const progress = () => {
      sentence = "本站正在搬家";
    };
    const first = await bring(services, { progress });
    expect(first).toMatchObject({ imported: 100, stopped: true });
    sentence = "";
    expect(await bring(services, {})).toMatchObject({ imported: TEXTS - 100, unchanged: 100, stopped: false });
  });
});
