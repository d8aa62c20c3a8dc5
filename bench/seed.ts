import type { Services } from "#upstream/call/context";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import type { Database } from "#upstream/db/schema";
import type { SqliteDatabase } from "#upstream/db/sqlite";
import { createChance } from "#upstream/demo/chance";
import { createSite } from "#upstream/demo/site";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { setSetting } from "#upstream/modules/config/settings";
import { hotRank, questionPoints, reactionPoints } from "#upstream/modules/content/rules";
import { RELATED_MAX } from "#upstream/modules/question/rules";
import type { Tokens } from "#upstream/services/search/segment";
import { enterWords, wordsOfTitle } from "#upstream/services/search/vocabulary";
import { readCorpus, tokensOf, type Written } from "./seed-texts";

const SEED = 20261121;
const ANSWERS = 4;
const COMMENTS = 2;
const TAGS =
  "产品 研发 设计 运营 职场 数据 管理 测试 架构 增长 写作 招聘 SQL 协作 复盘 前端 用户研究 安全 成本 面试".split(" ");
const DAY = 24 * 3600 * 1000;
const SPAN = 1000 * DAY;

/**
 * Fills an empty SQLite database with `size` articles, half as many questions with four answers each, two comments per
 * article, and one author per 50 articles. Rows are written directly in their final state, without the functions that
 * write one at a time; every counter, rank, list and index has the value that those would produce.
 */
export async function seed(services: Services, size: number): Promise<void> {
  const { sqlite } = services.connection;
  if (!sqlite) throw new Error("the benchmark seeds SQLite only");
  const chance = createChance(SEED);
  const corpus = readCorpus();
  const site = await createSite(services, "upstream/demo/content", { authors: new Map(), readers: [] });
  const classes = [...site.classifications.article.values()];
  const start = services.clock().getTime() - SPAN;
  const timeOf = (index: number, share: number) =>
    new Date(start + ((index + share) / size) * SPAN * 0.99).toISOString();

  const inserts = new Map<string, (values: unknown[]) => void>();
  const insert = (table: keyof Database | "search_titles" | "search_texts", row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    const name = `${table} ${columns.length}`;
    let run = inserts.get(name);
    if (!run) {
      const marks = columns.map(() => "?").join();
      const statement = sqlite.prepare(`insert into ${table} (${columns.join()}) values (${marks})`);
      run = (values) => void statement.run(values);
      inserts.set(name, run);
    }
    run(Object.values(row));
  };
  let documents = 0;
  const titles = new Set<string>();
  const index = (
    row: Record<string, unknown>,
    source: { title: string; body: string },
    title: Tokens,
    text: readonly string[],
  ) => {
    documents += 1;
    titles.add(source.title);
    insert("search_documents", { id: documents, ...row });
    insert("search_sources", { document_id: documents, ...source });
    insert("search_titles", { rowid: documents, words: title.words.join(" "), rest: title.rest.join(" ") });
    insert("search_texts", { rowid: documents, words: text.join(" ") });
  };
  const people = Array.from({ length: Math.max(20, size / 50) }, () => newPerson());
  const author = () => chance.between(1, people.length);
  const person = (id: number) => people[id - 1] ?? newPerson();
  const label = (kind: "question" | "article", id: number, createdAt: string): string => {
    const tags = chance.sample(TAGS, 2);
    for (const tag of tags) insert("taggings", { tag, kind, item_id: id, created_at: createdAt });
    return JSON.stringify(tags);
  };
  const comment = (kind: "question" | "article", id: number, receiver: number, createdAt: string) => {
    const writer = author();
    const [text] = corpus.body(chance, 1);
    person(writer).comment_count += 1;
    person(receiver).received_count += 1;
    insert("comments", {
      target_kind: kind,
      target_id: id,
      author_id: writer,
      receiver_id: writer === receiver ? null : receiver,
      text: text?.text ?? "",
      created_at: createdAt,
    });
  };

  function writeArticle(id: number): void {
    const created_at = timeOf(id, 0);
    const title = corpus.title(chance);
    const body = corpus.body(chance, chance.between(300, 900));
    const author_id = author();
    const points = { like_count: chance.between(0, 60), favorite_count: 0, comment_count: COMMENTS };
    const hot = hotRank(reactionPoints(points), created_at);
    insert("articles", {
      id,
      author_id,
      classification_id: chance.pick(classes),
      title: title.text,
      ...texts(body),
      headings: "[]",
      length: plain(body).length,
      tags: label("article", id, created_at),
      ...points,
      hot,
      created_at,
      updated_at: created_at,
    });
    person(author_id).article_count += 1;
    person(author_id).liked_count += points.like_count;
    insert("feed_entries", { kind: "article", item_id: id, created_at, hot });
    for (let n = 0; n < COMMENTS; n++) comment("article", id, author_id, timeOf(id, 0.2 + n / 10));
    const source = { title: title.text, body: plain(body) };
    index({ kind: "article", item_id: id, created_at }, source, title.tokens, tokensOf(title, body));
  }

  function writeQuestion(id: number): void {
    const created_at = timeOf(id * 2, 0.5);
    const title = corpus.title(chance);
    const body = corpus.body(chance, chance.between(40, 160));
    const author_id = author();
    const answers = Array.from({ length: ANSWERS }, (_, n) => ({ id: (id - 1) * ANSWERS + n + 1, ...newVotes() }));
    const best = answers.reduce((a, b) => (b.score >= a.score ? b : a));
    const counts = { answer_count: ANSWERS, follow_count: 0, comment_count: 0 };
    const hot = hotRank(questionPoints({ ...counts, top_vote_up: best.vote_up }), created_at);
    insert("questions", {
      id,
      author_id,
      title: title.text,
      ...texts(body),
      tags: label("question", id, created_at),
      ...counts,
      top_answer_id: best.id,
      hot,
      created_at,
      updated_at: created_at,
    });
    person(author_id).question_count += 1;
    insert("feed_entries", { kind: "question", item_id: id, created_at, hot });
    const source = { title: title.text, body: plain(body) };
    index({ kind: "question", item_id: id, created_at }, source, title.tokens, tokensOf(title, body));
    for (const [n, answer] of answers.entries()) writeAnswer(id, title, answer, timeOf(id * 2, 0.6 + n / 10));
    for (let position = 1; position <= Math.min(RELATED_MAX, id - 1); position++) {
      insert("related_questions", { question_id: id, position, related_id: chance.between(1, id - 1) });
    }
  }

  type Votes = ReturnType<typeof newVotes>;
  function writeAnswer(question_id: number, title: Written, answer: Votes & { id: number }, created_at: string): void {
    const body = corpus.body(chance, chance.between(80, 260));
    const author_id = author();
    insert("answers", { question_id, author_id, ...texts(body), ...answer, created_at, updated_at: created_at });
    person(author_id).answer_count += 1;
    person(author_id).liked_count += answer.vote_up;
    const source = { title: title.text, body: plain(body) };
    const document = { kind: "answer", item_id: answer.id, question_id, created_at };
    index(document, source, { words: [], rest: [] }, tokensOf(title, body));
  }

  function newVotes() {
    const vote_up = Math.floor(chance.next() ** 2 * 60);
    const vote_down = chance.between(0, 4);
    return { vote_up, vote_down, score: wilsonLowerBound(vote_up, vote_down) };
  }

  // The file is discarded if this fails, so it needs no journal.
  sqlite.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
  setHashSize(sqlite, HASH_SIZE.bulk);
  sqlite.exec("begin");
  for (let id = 1; id <= size; id++) {
    writeArticle(id);
    if (id % 2 === 0) writeQuestion(id / 2);
  }
  for (const [n, counts] of people.entries()) {
    insert("users", { nickname: `作者${n + 1}`, headline: "写给测量", created_at: timeOf(0, 0), ...counts });
  }
  const versions = { article: size, question: size / 2, user: people.length, profile: people.length };
  for (const [kind, count] of Object.entries(versions)) {
    for (let id = 1; id <= count; id++) insert("versions", { key: `${kind}/${id}`, version: 1 });
  }
  sqlite.exec(`insert into tags (name, total) select tag, count(*) from taggings group by tag;
    update classifications set total = (select count(*) from articles a where a.classification_id = classifications.id)
      where kind = 'article';
    commit`);
  setHashSize(sqlite, HASH_SIZE.normal);
  await services.db.transaction().execute(async (trx) => {
    await setSetting(trx, "recommend-author", [1, 2, 3, 4, 5]);
    await rebuildLists(trx);
  });
  const all = [...titles];
  for (let from = 0; from < all.length; from += 100)
    await enterWords(services.db, all.slice(from, from + 100).flatMap(wordsOfTitle));
  await services.search.optimize(services.connection);
}

/** Bytes of index entries that FTS5 buffers before writing them; a larger buffer needs less merging. */
const HASH_SIZE = { normal: 1024 * 1024, bulk: 128 * 1024 * 1024 };

function setHashSize(sqlite: SqliteDatabase, bytes: number): void {
  for (const table of ["search_titles", "search_texts"]) {
    sqlite.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${bytes})`);
  }
}

const newPerson = () => ({
  question_count: 0,
  answer_count: 0,
  article_count: 0,
  comment_count: 0,
  received_count: 0,
  liked_count: 0,
});

const plain = (body: readonly Written[]): string => body.map(({ text }) => text).join("");

/** Paragraphs of three sentences, as Markdown, HTML, and excerpt. */
function texts(body: readonly Written[]) {
  const paragraphs: string[] = [];
  for (let n = 0; n < body.length; n += 3) paragraphs.push(plain(body.slice(n, n + 3)));
  return {
    content: paragraphs.join("\n\n"),
    content_html: paragraphs.map((one) => `<p>${one}</p>`).join("\n"),
    excerpt: plain(body).slice(0, 120),
  };
}
