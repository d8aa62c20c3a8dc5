import { expect, test } from "vitest";
import { writePaths } from "#app/features/write/model/write-paths";
import { pathsWhere } from "#app/server/urls/route-facts.server";

const isRoute = pathsWhere(() => true);

test("every URL that an editor's scripts call is a route's", () => {
  const all = [
    writePaths.upload(),
    writePaths.preview(),
    writePaths.similar("一问"),
    writePaths.tags("产"),
    writePaths.mentions("", "abc"),
    writePaths.submit("/write/answer?question=abc&id=def"),
    writePaths.draft("/write/question", "abcdefgh12"),
  ];
  expect(all.filter((path) => !isRoute(path.replace(/\?.*/, "")))).toEqual([]);
});

test("the form and the drafts of an editor's page keep what its URL says of the text", () => {
  expect(writePaths.submit("/write/answer?question=abc&id=def")).toBe("/write/answer.json?question=abc&id=def");
  expect(writePaths.submit("/write/article")).toBe("/write/article.json");
  expect(writePaths.draft("/write/article?held=7", "")).toBe("/write/draft/article?held=7");
  expect(writePaths.draft("/write/article", "abcdefgh12")).toBe("/write/draft/article?draft=abcdefgh12");
});
