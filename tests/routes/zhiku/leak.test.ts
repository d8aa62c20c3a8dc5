import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allEndpoints } from "#app/contract";
import { encodeId } from "#app/server/urls/short-id.server";
import { sampleInput } from "#tests/contract/sample-input";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { createWorld, type Reader, type World } from "#tests/world/world";

/** Words that occur only in paid texts and files. */
const CANARY = "zqxcanary";
const OUTSIDERS = ["anonymous", "newcomer", "rejected", "unentitled", "expired"] as const satisfies Identity[];
const DOCUMENTS = 3;
/** These contain the reader's own search input. */
const ECHOES = new Set(["ext.zhikuHistory.searches", "ext.account.export"]);

let world: World;
let zhiku: ZhikuWorld;
let readers: Record<Identity, Reader>;
let paid: number[];
const logged: string[] = [];

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, "write").mockImplementation(((chunk: string | Uint8Array, ...rest: []) => {
      logged.push(String(chunk));
      return write(chunk, ...rest);
    }) as typeof stream.write);
  }
  world = await createWorld();
  zhiku = await createZhikuWorld(world.upstream);
  readers = Object.fromEntries(
    await Promise.all(
      [...OUTSIDERS, "entitled" as const].map(async (who) => [who, await world.as(zhiku.people[who] ?? null)] as const),
    ),
  ) as Record<Identity, Reader>;
  paid = [];
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const file = async (name: string) => {
      const key = `zhiku/202611/${index}${name}.txt`;
      const bytes = Buffer.from(`附件里的${CANARY}`);
      await world.upstream.services.objects.put(key, bytes, "text/plain");
      return { key, fileName: `${name}.txt`, contentType: "text/plain", bytes: bytes.length };
    };
    paid.push(
      await zhiku.add({
        title: `第 ${index} 份报告`,
        content: `公开的开头\n\n<!--more-->\n\n## 方法\n\n正文里有${CANARY}。\n\n| 口径 |\n| --- |\n| ${CANARY} |\n\n### 细节\n\n- ${CANARY}\n\n~~~js\n${CANARY}\n~~~\n\n![${CANARY}](https://example.com/a.png)`,
        document: await file("original"),
        attachments: [await file("attachment")],
      }),
    );
  }
});
afterAll(() => world.close());

/** All URLs that a reader, a crawler or a script could request. */
function addresses(): string[] {
  const q = encodeURIComponent(CANARY);
  const pages = ["/", "/zhiku", "/zhiku?type=report", `/zhiku?class=${zhiku.categories.growth}`, "/zhiku/history"];
  const found = [`/zhiku/search?q=${q}`, `/search/all?q=${q}`, `/search/article?q=${q}`, `/search/qna?q=${q}`];
  const machines = [
    "/feed.xml",
    "/feed/article.xml",
    "/feed/question.xml",
    "/sitemap.xml",
    "/sitemap/zhiku/0.xml",
    "/robots.txt",
  ];
  const documents = paid.map((id) => `/zhiku/article/${encodeId(id)}`);
  const errors = ["/zhiku/error/401", "/zhiku/error/403", "/zhiku/error/404", "/zhiku/favorites"];
  return [...pages, ...found, ...machines, ...documents, ...errors];
}

describe.each(OUTSIDERS)("to %s", (who) => {
  test("no page contains a word of what is paid for", async () => {
    for (const path of addresses()) {
      const { text } = await readers[who].get(path);
      const told = path.includes("q=") ? (text.match(/<mark>[^<]*<\/mark>/g) ?? []).join() : text;
      expect(told, path).not.toContain(CANARY);
    }
  });

  test("no page's data does", async () => {
    for (const path of addresses().filter((each) => !/\.(xml|txt)$/.test(each) && !each.includes("q="))) {
      expect((await readers[who].data(path)).text, path).not.toContain(CANARY);
    }
  });

  test("no API reply does, whatever the request", async () => {
    const token = zhiku.people[who] === undefined ? null : await world.upstream.tokenOf(zhiku.people[who] as number);
    for (const { name, endpoint } of allEndpoints().filter((one) => one.endpoint.method === "GET")) {
      for (const id of paid) {
        const sample = sampleInput(endpoint);
        const params = { ...sample.params, id };
        const query = { ...sample.query, contentId: id, q: CANARY, questionId: id };
        const path = endpoint.path.replace(/:(\w+)/g, (_, key: "id") => String(params[key]));
        const headers = token ? { authorization: `Bearer ${token}` } : undefined;
        const url = `http://upstream.test${path}?${new URLSearchParams(query as never)}`;
        const answer = await world.upstream.program.fetch(new Request(url, headers ? { headers } : {}));
        const text = await answer.text();
        if (ECHOES.has(name)) continue;
        expect(text, name).not.toContain(CANARY);
      }
    }
  });
});

test.each(["unentitled", "expired"] as const)("for %s totals are the same with and without the text", async (who) => {
  const total = async () => {
    const { text } = await readers[who].get(`/zhiku/search?q=${encodeURIComponent("报告")}`);
    return /找到 (\d+) 份/.exec(text)?.[1];
  };
  const before = await total();
  await zhiku.add({ title: "无关的标题", abstract: "无关", content: `报告、${CANARY}与报告都在付费正文里` });
  expect(await total()).toBe(before);
  expect((await readers[who].get(`/zhiku/search?q=${encodeURIComponent(CANARY)}`)).text).toContain("没有找到");
});

test.each(OUTSIDERS)("for %s the paywall shows how much there is, and the titles of its chapters", async (who) => {
  const { text } = await readers[who].get(`/zhiku/article/${encodeId(paid[0] as number)}`);
  const wall = /class="zhiku-denied".*?<\/section>/s.exec(text)?.[0].replace(/<!-- -->/g, "") ?? "";
  for (const words of [">1</b> 章", ">1</b> 张表格", ">2</b> 个文件", "方法"]) expect(wall).toContain(words);
});

test("somebody with the right can read, find and download it", async () => {
  const { entitled } = readers;
  expect((await entitled.get(`/zhiku/article/${encodeId(paid[0] as number)}`)).text).toContain(CANARY);
  expect((await entitled.get(`/zhiku/search?q=${encodeURIComponent(CANARY)}`)).text).toContain(
    `<mark>${CANARY}</mark>`,
  );
  const { location } = await entitled.submit(`/zhiku/article/${encodeId(paid[0] as number)}`, { use: "download" });
  const file = await world.upstream.program.fetch(new Request(location ?? ""));
  expect(await file.text()).toContain(CANARY);
});

test("no file is available without a signature", async () => {
  for (const index of paid.keys()) {
    for (const name of ["original", "attachment"]) {
      const answer = await world.upstream.program.fetch(
        new Request(`http://upstream.test/oss/zhiku/202611/${index}${name}.txt`),
      );
      expect([answer.status, (await answer.text()).includes(CANARY)]).toEqual([403, false]);
    }
  }
});

test("no log line contained it", () => {
  expect(logged.join("")).not.toContain(CANARY);
});
