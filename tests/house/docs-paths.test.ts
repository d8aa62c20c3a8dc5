import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = [
  ...["app", "bench", "deploy", "docs", "framework", "log", "public", "runtime", "scripts", "server", "tests"],
  "upstream",
];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
)
  .concat(readdirSync("."))
  .filter((file) => statSync(file).isFile());
const folders = new Set(files.flatMap((file) => parentsOf(file)));
const known = new Set(files);
const names = new Set(files.map((file) => basename(file)));

/** Documents about the current source; the changelog also tells of what has gone, the demo's texts of nothing here. */
const documents = files.filter((file) => /\.md$/.test(file) && !/^(?:CHANGELOG\.md$|upstream\/demo\/)/.test(file));
/** Paths that are examples: the recipe for a kind that does not exist, a file of the next framework, sample Markdown. */
const EXAMPLES = /\/tools?\.tsx?$|^react-router\.config\.ts$|^\.\/images\//;
const IN_SOURCE = new RegExp(`^(?:${FOLDERS.join("|")})/`);

function parentsOf(file: string): string[] {
  const parent = dirname(file);
  return parent === "." ? [] : [parent, ...parentsOf(parent)];
}

/** Paths and file names in a document's code spans; patterns such as `<noun>` and `*` name no single file. */
const mentionsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, span = ""]) => span.split(/[\s,]+/))
    .map((word) => word.replace(/[:#].*$/, "").replace(/\/$/, ""))
    .filter((path) => IN_SOURCE.test(path) || /^[\w./-]+\.(?:tsx?|mjs|css)$/.test(path))
    .filter((path) => !/[<>*{}$…]/.test(path));

function exists(path: string): boolean {
  if (!path.includes("/")) return names.has(path);
  const candidates = [path, `${path}.ts`, `${path}.tsx`];
  if (IN_SOURCE.test(path)) return folders.has(path) || candidates.some((one) => known.has(one));
  return candidates.some((one) => files.some((file) => file.endsWith(`/${one}`)));
}

test.each(documents)("%s mentions only files and folders that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const mentioned = mentionsIn(text).filter((path) => !EXAMPLES.test(path) && !exists(path));
  const linked = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target) && !EXAMPLES.test(target))
    .filter((target) => {
      const path = join(dirname(document), target).replace(/\/$/, "");
      return !known.has(path) && !folders.has(path);
    });
  expect([...mentioned, ...linked]).toEqual([]);
});

test("missing paths are detected", () => {
  expect(mentionsIn("see `app/nowhere.ts`, `nowhere.tsx`, `app/<noun>/`").filter((path) => !exists(path))).toEqual([
    "app/nowhere.ts",
    "nowhere.tsx",
  ]);
});
