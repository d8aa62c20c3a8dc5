import { posix } from "node:path";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { createClassification } from "#upstream/modules/classification/write";
import { createUser } from "#upstream/modules/user/write";
import { BadFile } from "./bad-file";
import { type SourceFile, sourceKey } from "./read-sources";

const NAMES_A_QUERY = 200;

/** An author, and the time of writing if it is not that of the source. */
type Writer = { nickname: string; written?: string | undefined };

/**
 * Finds people by nickname and creates missing ones, in one transaction, with the time of their oldest text as
 * registration time.
 */
export async function loadPeople(
  services: Services,
  sources: readonly SourceFile[],
): Promise<(writers: readonly Writer[]) => Promise<number[]>> {
  const rows = await services.db
    .selectFrom("users")
    .select(["id", "nickname"])
    .where("deleted_at", "is", null)
    // Of two people with the same name, the older account is used.
    .orderBy("id", "desc")
    .execute();
  const known = new Map(rows.map((row) => [row.nickname, row.id]));
  const since = new Map<string, string>();
  for (const { author, createdAt } of sources.map(({ meta }) => meta)) {
    const earliest = since.get(author);
    if (createdAt && (earliest === undefined || createdAt < earliest)) since.set(author, createdAt);
  }
  return async (writers) => {
    const missing = new Map<string, string | undefined>();
    for (const { nickname, written } of writers) {
      if (known.has(nickname) || missing.has(nickname)) continue;
      missing.set(nickname, since.get(nickname) ?? written);
    }
    if (missing.size > 0) {
      const created = await transact(services.db, async (trx) => {
        const ids: [string, number][] = [];
        for (const [nickname, createdAt] of missing) {
          const { id } = await createUser(trx, services, { nickname, ...(createdAt ? { createdAt } : {}) });
          ids.push([nickname, id]);
        }
        return ids;
      });
      for (const [nickname, id] of created) known.set(nickname, id);
    }
    return writers.map(({ nickname }) => known.get(nickname) as number);
  };
}

/** Finds classifications of articles by name or slug; with `create`, missing ones are created, except in a dry run. */
export async function loadClassifications(
  services: Services,
  { create, dryRun }: { create: boolean; dryRun: boolean },
): Promise<(name: string) => Promise<number>> {
  const rows = await services.db
    .selectFrom("classifications")
    .select(["id", "name", "slug"])
    .where("kind", "=", "article")
    .execute();
  const known = new Map(rows.flatMap((row) => [[row.slug, row.id] as const, [row.name, row.id] as const]));
  return async (name) => {
    const id = known.get(name);
    if (id !== undefined) return id;
    if (!create) throw new BadFile(`没有这个分类：${name}（加上 --create-classifications 会新建）`);
    if (dryRun) return 0;
    const position = known.size;
    const created = await transact(services.db, (trx) =>
      createClassification(trx, { kind: "article", slug: name, name, position }),
    );
    known.set(name, created.id);
    return created.id;
  };
}

/** Finds the question of an answer: by title, or by file path relative to the answer or the folder. */
export async function loadQuestions(services: Services, root: string, sources: readonly SourceFile[]) {
  const titles = [...new Set(sources.flatMap(({ meta }) => (meta.kind === "answer" ? [meta.question] : [])))];
  const byTitle = new Map<string, number>();
  for (let from = 0; from < titles.length; from += NAMES_A_QUERY) {
    const rows = await services.db
      .selectFrom("questions")
      .select(["id", "title"])
      .where("title", "in", titles.slice(from, from + NAMES_A_QUERY))
      .where("deleted_at", "is", null)
      .execute();
    for (const row of rows) byTitle.set(row.title, row.id);
  }
  const imported = await services.db
    .selectFrom("imports")
    .innerJoin("questions", "questions.id", "imports.item_id")
    .select(["imports.source", "imports.item_id"])
    .where("imports.kind", "=", "question")
    .where("questions.deleted_at", "is", null)
    .execute();
  const byKey = new Map(imported.map((row) => [row.source, row.item_id]));
  return {
    add(source: SourceFile, id: number): void {
      byKey.set(source.key, id);
      if (source.meta.kind === "question") byTitle.set(source.meta.title, id);
    },
    /** Finds the question of an answer. @throws BadFile if there is none */
    find(answer: SourceFile, question: string): number {
      const keyOf = (path: string) => sourceKey(root, posix.normalize(path));
      const id =
        byTitle.get(question) ??
        byKey.get(keyOf(posix.join(posix.dirname(answer.name), question))) ??
        byKey.get(keyOf(question));
      if (id === undefined) throw new BadFile(`找不到它回答的问题：${question}`);
      return id;
    },
  };
}
