import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "turbo-stream";
import { expect, test } from "vitest";
import { PATCHES } from "#framework/patches.mjs";
import { copySources } from "#tests/builds/source-copy";
import { cleanUp, newFolder, start } from "./run";

cleanUp();

/**
 * Milliseconds: builds the server once more, and fills the demo data; half a minute on an idle machine, six on one with a load of
 * twenty.
 */
const BUILD_AND_FILL = 900_000;
const PAGES_MIN = 40;
const PAGES_MAX = 90;
const BEGIN = [
  "/",
  "/question",
  "/question/answer",
  "/case",
  "/activity",
  "/announcement",
  "/zhiku",
  "/about",
  "/joinus",
];
const ALSO = ["/login", "/search/all?q=%E6%95%B0%E6%8D%AE", "/link?to=https%3A%2F%2Fexample.com%2F", "/policy/terms"];
/** URLs that match no route, or match it in an unusual way. */
const ODD = [
  "/nowhere",
  "/Question",
  "/question/",
  "//question",
  "/zhiku/nowhere/x",
  "/question?index",
  "/u/0/article",
];

const DATA = /<script type="application\/json" id="page-data">([^<]*)<\/script>/;
/** Time-dependent parts: headers, the page's clock, and ages. */
const MOMENT = new Set(["date", "x-request-id", "server-timing", "content-length", "etag"]);
const AGE = /刚刚|\d+ ?(?:秒|分钟|小时|天)前/g;

const decoded = async (text: string) =>
  JSON.stringify((await decode(new Blob([text]).stream())).value).replace(/"now":"[^"]+"/g, "");

/** What `scripts/build.mjs` does after it has built the files for browsers. */
const BUILD_SERVER = `
  const { build } = await import("vite");
  await build({ mode: "production", logLevel: "warn", build: { ssr: true } });
  await (await import("./scripts/build.mjs")).buildPrograms();
`;

/** Builds the server without the patches of speed, which change nothing of the files for browsers: those are copied. */
function buildServer(folder: string): void {
  cpSync("build/client", join(folder, "build/client"), { recursive: true });
  cpSync("build/.vite/client-manifest.json", join(folder, "build/client/.vite/manifest.json"));
  const { id } = JSON.parse(readFileSync("dist/build.json", "utf8"));
  execFileSync(process.execPath, ["--input-type=module", "--eval", BUILD_SERVER], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", BUILD_ID: id, WITHOUT_PATCHES: "speed" },
    stdio: "pipe",
  });
}

/** A response without time-dependent parts; data is decoded, because the order of its values may differ. */
async function answerOf(url: string, path: string) {
  const answer = await fetch(url + path, { redirect: "manual" });
  const text = await answer.text();
  const isData = answer.headers.get("content-type")?.startsWith("text/x-script");
  const inPage = DATA.exec(text)?.[1];
  const data = isData ? text : (inPage ?? null);
  return {
    path,
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !MOMENT.has(name)).map(([name, value]) => `${name}: ${value}`),
    page: isData ? "" : text.replace(DATA, "").replace(AGE, ""),
    data: data === null ? null : await decoded(data),
  };
}

test("no performance patch is part of the browsers' files", () => {
  const forBrowsers = PATCHES.filter(({ purpose, where }) => purpose === "speed" && where.includes("browser"));
  expect(forBrowsers).toEqual([]);
});

test(
  "the performance patches change no byte of a page, its data or its headers",
  async () => {
    const folder = newFolder();
    copySources(folder);
    buildServer(folder);
    const settings = { DATA_DIR: newFolder(), PAGE_CACHE_MB: "0", APP_MODE: "demo" };
    const patched = start(["dist/server.js"], settings);
    const url = await patched.ready();
    const plain = start(["dist/server.js"], settings, folder);
    const plainUrl = await plain.ready();

    const paths = new Set([...BEGIN, ...ALSO, ...ODD]);
    let pages = 0;
    for (const path of paths) {
      const page = await answerOf(url, path);
      expect(await answerOf(plainUrl, path)).toEqual(page);
      if (page.status !== 200 || page.data === null) continue;
      pages += 1;
      const { pathname, search } = new URL(path, url);
      const data = `${pathname === "/" ? "/_root" : pathname}.data${search}`;
      expect(await answerOf(plainUrl, data)).toEqual(await answerOf(url, data));
      for (const [, link = ""] of page.page.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)) {
        if (paths.size < PAGES_MAX) paths.add(link.replaceAll("&amp;", "&"));
      }
    }
    expect(pages).toBeGreaterThanOrEqual(PAGES_MIN);
  },
  BUILD_AND_FILL,
);
