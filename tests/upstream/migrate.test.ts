import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely, KyselyPlugin } from "kysely";
import { afterAll, expect, test } from "vitest";
import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrate";
import { migrations } from "#upstream/db/migrations";

const folder = mkdtempSync(join(tmpdir(), "shequ-migrate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends the work of a connection at its statement number `at`. */
function endsAt(at: number): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery({ node }) {
      statements += 1;
      if (statements === at) throw new Error("the process ends here");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

test.each([5, 20, 60, 100])("migrations that end at statement %i are all made at the next start", async (at) => {
  const database = { kind: "sqlite" as const, file: join(folder, `${at}.db`) };
  const first = await connect(database);
  const ending: typeof first = { ...first, unlimited: (work) => work(first.db.withPlugin(endsAt(at))) };
  await expect(migrate(ending)).rejects.toThrow("the process ends here");
  await first.close();
  const second = await connect(database);
  expect(await migrate(second)).toEqual(Object.keys(migrations).sort());
  expect(await migrate(second)).toEqual([]);
  await second.close();
});

test("pictures that were pages of the site become links in texts that are kept", async () => {
  const connection = await connect({ kind: "sqlite", file: ":memory:" });
  const site = { origin: "https://shequ.example", objectsUrl: "https://shequ.example/files/" };
  await migrate(connection, site);
  const put = (key: string, content_html: string) =>
    connection.db
      .insertInto("site_texts")
      .values({ key, title: "", content: "", content_html, updated_at: "2026-01-01T00:00:00.000Z" })
      .execute();
  const kept = '<p><img src="/files/a.png" alt="图" loading="lazy" decoding="async"></p>';
  await put("kept", kept);
  await put("plain", '<p><img src="/zhiku/search?q=a&amp;b" alt="图" loading="lazy" decoding="async">后</p>');
  await put("linked", '<p><a href="/about"><img src="/account/export" alt="" loading="lazy" decoding="async"></a></p>');
  await migrations["0010-pictures-of-the-store"]?.up(
    connection.db as unknown as Kysely<unknown>,
    connection.kind,
    site,
  );
  const rows = await connection.db.selectFrom("site_texts").select(["key", "content_html"]).execute();
  expect(Object.fromEntries(rows.map((row) => [row.key, row.content_html]))).toEqual({
    kept,
    plain: '<p><a href="/zhiku/search?q=a&amp;b">图片：图</a>后</p>',
    linked: '<p><a href="/about">图片</a></p>',
  });
  await connection.close();
});
