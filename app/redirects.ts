import type { Part } from "./contract/parts";

/**
 * Redirects from one route path to another, keeping `:id` and the query; the old URL never enters the browser's
 * history. With `asking`, a URL with that query parameter has a target of its own ([decision
 * 88](../docs/decisions/0088-search-without-words.md)); with `without`, a site that lacks a part has another target.
 */
export const redirects: readonly {
  from: string;
  to: string;
  asking?: { query: string; to: string };
  without?: { part: Part; to: string };
}[] = [
  { from: "index", to: "/" },
  { from: "article", to: "/" },
  { from: "search", to: "/", asking: { query: "q", to: "/search/all" } },
  { from: "write", to: "/" },
  { from: "policy", to: "/policy/terms" },
  { from: "u/:id", to: "/u/:id/qna/answer" },
  { from: "u/:id/qna", to: "/u/:id/qna/answer" },
  { from: "u/:id/follow", to: "/u/:id/follow/follow" },
  { from: "u/:id/comment", to: "/u/:id/comment/post" },
  {
    from: "u/:id/collection",
    to: "/u/:id/collection/article",
    without: { part: "article", to: "/u/:id/_collection" },
  },
  { from: "zhiku/article", to: "/zhiku/error/403" },
];
