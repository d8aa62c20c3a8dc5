import { expect, test } from "vitest";
import { allEndpoints } from "#app/contract";
import { attempt } from "#app/forms/attempt.server";
import { UpstreamError } from "#app/server/errors/upstream-error";

/** Zhiku's codes, with the pages that explain them. */
const SILENT = { USER_INFO_INCOMPLETE: 401, RIGHTS_NOT_SUBSCRIBED: 403, DOCUMENT_NOT_EXIST: 404 } as const;

const calls = allEndpoints().map(({ endpoint }) => endpoint);
const isZhiku = (path: string) => path.startsWith("/api/pro/") || path.startsWith("/api/ext/zhiku/");

/** What becomes of a form whose call is refused: the page that it leads to, or its message. */
const outcome = (code: string, call: string) =>
  attempt(() => Promise.reject(new UpstreamError(code, "上游说不行", null, call)), {
    values: { content: "typed" },
  }).catch((thrown: Response) => thrown.headers.get("location"));

test.each(Object.entries(SILENT))(
  "%s leads to its page from zhiku's calls only; others keep what was typed",
  async (code, page) => {
    for (const { method, path } of calls) {
      const refused = { status: "refused", message: "上游说不行", values: { content: "typed" } };
      const expected = isZhiku(path) ? `/zhiku/error/${page}` : expect.objectContaining(refused);
      expect(await outcome(code, `${method} ${path}`), path).toEqual(expected);
    }
  },
);
