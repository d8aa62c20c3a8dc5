import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminTextApi } from "#app/contract/admin/site/text";
import { auditApi } from "#app/contract/admin/system/audit";
import { agreementKeys } from "#app/contract/people/agreements";
import { configApi } from "#app/contract/site/config";
import { SITE_TEXTS, type SiteTextKey, siteTextKeys } from "#app/contract/site/site-texts";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const put = (key: SiteTextKey, version: number, content: string) =>
  upstream.call(adminTextApi.put, { body: { key, version, content } }, { token });
const read = async (key: string) => (await upstream.call(configApi.text, { query: { keys: key } }))[key];
const undoNewest = async () => {
  const [newest] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
  return upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0 } }, { token });
};

describe("texts of the site", () => {
  test("include every text that a page reads, except agreements", () => {
    const source = readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("contract/"))
      .map((file) => readFileSync(`app/${file}`, "utf8"))
      .join("\n");
    const asked = [
      ...source.matchAll(/load(?:SiteText|Agreement)\(args, "(\w+)"\)/g),
      ...source.matchAll(/[cC]onfigApi\.text(?:List)?, \{ query: \{ keys?: "([\w,]+)" \}/g),
    ].flatMap(([, keys = ""]) => keys.split(","));
    expect([...new Set(asked)].sort()).toEqual([...siteTextKeys, ...agreementKeys].sort());
  });

  test.each(siteTextKeys)("%s is shown to readers as written from then on", async (key) => {
    await put(key, 0, "**新的**话");
    const text = await read(key);
    expect(text?.content).toBe("**新的**话");
    if (SITE_TEXTS[key].kind === "page") expect(text?.contentHtml).toContain("<strong>新的</strong>");
    else expect(text?.contentHtml).toBeNull();
  });

  test("give the second of two concurrent changes a conflict", async () => {
    const both = await Promise.all(["一", "二"].map((words) => outcomeOf(put("about", 0, words))));
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
    expect(await outcomeOf(put("about", 1, "三"))).toBe("SUCCESS");
    expect(await outcomeOf(put("about", 1, "四"))).toBe("CONFLICT");
    expect((await read("about"))?.content).toBe("三");
  });

  test("are restored from the log; the undo of the first change removes the text", async () => {
    await put("about", 0, "第一版");
    await undoNewest();
    expect(await read("about")).toBeUndefined();
    // Forms opened before the undo are told.
    for (const version of [0, 1]) expect(await outcomeOf(put("about", version, "旧表单"))).toBe("CONFLICT");
    await put("about", 2, "第一版");
    await put("about", 3, "第二版");
    await undoNewest();
    expect((await read("about"))?.content).toBe("第一版");
  });

  test("report at the field what is too long or empty", async () => {
    expect(await outcomeOf(put("siteSlogan", 0, "长".repeat(301)))).toEqual({ content: "内容不能超过300个字" });
    expect(await outcomeOf(put("about", 0, "  "))).toEqual({ content: "内容不能为空" });
    expect(await outcomeOf(put("siteSlogan", 0, ""))).toBe("SUCCESS");
  });
});
