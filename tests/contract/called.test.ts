import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contract } from "#app/contract";
import { kindsWith } from "#app/contract/kinds";
import { UNCALLED } from "./uncalled";

/** Source of the app's modules, without the contract. */
const source = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("contract/"))
  .map((file) => readFileSync(`app/${file}`, "utf8"))
  .join("\n");

/** Names of editor calls for any kind: `EDITOR_CALLS[kind].init`. */
const ofEditors = [
  ...source.matchAll(/EDITOR_CALLS\[[^\]]+\]\.(\w+)|\{ ([\w, ]+) \}(?:: \w+)? = EDITOR_CALLS\[/g),
].flatMap(([, name, several]) => name ?? several?.split(", ") ?? []);
/** Groups of endpoints that they select from, by exported name. */
const editors = kindsWith("drafted").map((kind) => `${kind}Api`);

const isMade = (api: string, name: string): boolean =>
  new RegExp(`\\b${api}\\.${name}\\b`).test(source) || (editors.includes(api) && ofEditors.includes(name));

/** Each specified call, and whether a module uses it: `questionApi.list`. */
const calls = apis().flatMap(({ api, endpoints }) =>
  Object.entries(endpoints)
    .filter(([, { path }]) => !path.startsWith("/api/ext/"))
    .map(([name, { method, path }]) => ({
      call: `${method} ${path}`,
      made: isMade(api, name),
    })),
);

type Endpoints = Record<string, { method: string; path: string }>;

/** Groups of endpoints by exported name. */
function apis(): { api: string; endpoints: Endpoints }[] {
  const halves: [Record<string, Endpoints>, (noun: string) => string][] = [
    [contract.site, (noun) => `${noun}Api`],
    [contract.zhiku, (noun) => `zhiku${noun[0]?.toUpperCase()}${noun.slice(1)}Api`],
  ];
  return halves.flatMap(([half, nameOf]) =>
    Object.entries(half).map(([noun, endpoints]) => ({ api: nameOf(noun), endpoints })),
  );
}

describe("the calls of the specification", () => {
  test("are all listed", () => expect(calls).toHaveLength(142));

  test("are made by a page, or the decision records what is used instead", () => {
    const silent = calls.filter(({ made }) => !made).map(({ call }) => call);
    expect(silent.sort()).toEqual(Object.keys(UNCALLED).sort());
  });

  test("that no page makes are in the decision record, with the reason", () => {
    const record = readFileSync("docs/decisions/0027-calls-without-a-page.md", "utf8");
    const rows = [...record.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, call, reason]) => [call, reason]);
    expect(Object.fromEntries(rows)).toEqual(UNCALLED);
  });
});
