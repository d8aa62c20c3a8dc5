import { describe, expect, test } from "vitest";
import { kindsWith } from "#app/contract/kinds";
import { pagePath } from "#app/features/content/page-path.server";
import { paths } from "#app/paths";
import { pathsWhere } from "#app/server/urls/route-facts.server";

const isPage = pathsWhere(({ shape }) => shape === "page");

describe("the map has a page at the path of", () => {
  test.each(kindsWith("paged").map((kind) => pagePath(kind, 5)))("a thing: %s", (path) => {
    expect(isPage(path)).toBe(true);
  });

  test.each(kindsWith("owned").map((kind) => paths.writtenBy(kind, 5)))("what a person wrote: %s", (path) => {
    expect(isPage(path)).toBe(true);
  });

  const kinds = kindsWith("drafted").filter((kind) => kind !== "answer");
  test.each(kinds.map((kind) => paths.write(kind)))("an editor: %s", (path) => {
    expect(isPage(path)).toBe(true);
  });

  test("nothing where there is no page", () => expect(isPage("/write/nothing")).toBe(false));
});
