/**
 * URLs that only lead on: from a route path to another, `:id` carried over. The query is kept, and in
 * the browser's history the old URL never appears.
 */
export const redirects: readonly { from: string; to: string }[] = [
  { from: "index", to: "/" },
  { from: "article", to: "/" },
  { from: "search", to: "/search/all" },
  { from: "write", to: "/" },
  { from: "policy", to: "/policy/terms" },
  { from: "u/:id", to: "/u/:id/qna/answer" },
  { from: "u/:id/qna", to: "/u/:id/qna/answer" },
  { from: "u/:id/follow", to: "/u/:id/follow/follow" },
  { from: "u/:id/comment", to: "/u/:id/comment/post" },
  { from: "u/:id/collection", to: "/u/:id/collection/article" },
  { from: "zhiku/article", to: "/zhiku/error/403" },
];
