import type { Database } from "#upstream/db/schema";
import type { Chance } from "#upstream/demo/chance";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { hotRank, questionPoints, reactionPoints } from "#upstream/modules/content/rules";
import { RELATED_MAX } from "#upstream/modules/question/rules";
import { type Corpus, tokensOf, type Written } from "./seed-texts";

const ANSWERS = 4;
const COMMENTS = 2;
const TAGS =
  "产品 研发 设计 运营 职场 数据 管理 测试 架构 增长 写作 招聘 SQL 协作 复盘 前端 用户研究 安全 成本 面试".split(" ");

/** Counters of an author, as columns of `users`. */
export type AuthorCounts = ReturnType<typeof newAuthor>;

/** Data that the seeded content is made from, and what is remembered of the content so far. */
export type Seeding = {
  chance: Chance;
  corpus: Corpus;
  /** Ids of the classifications of articles. */
  classes: readonly number[];
  insert: (table: keyof Database | "search_titles" | "search_texts", row: Record<string, unknown>) => void;
  /** Time of an item: at its place among all articles, later by a `share` of the distance to the next one. */
  timeOf: (index: number, share: number) => string;
  /** Counters of all authors; an author's id is the place here, from 1. */
  authors: AuthorCounts[];
  /** Documents of the search index so far. */
  documents: number;
  /** Titles for the search's vocabulary. */
  titles: Set<string>;
};

/** Counters of an author who has not written yet. */
export const newAuthor = () => ({
  question_count: 0,
  answer_count: 0,
  article_count: 0,
  comment_count: 0,
  received_count: 0,
  liked_count: 0,
});

/** Writes an article with its comments. */
export function writeArticle(seeding: Seeding, id: number): void {
  const { chance, corpus, classes, insert, timeOf } = seeding;
  const created_at = timeOf(id, 0);
  const title = corpus.title(chance);
  const body = corpus.body(chance, chance.between(300, 900));
  const author_id = chooseAuthor(seeding);
  const points = { like_count: chance.between(0, 60), favorite_count: 0, comment_count: COMMENTS };
  const hot = hotRank(reactionPoints(points), created_at);
  insert("articles", {
    id,
    author_id,
    classification_id: chance.pick(classes),
    title: title.text,
    ...textColumns(body),
    headings: "[]",
    length: plain(body).length,
    tags: writeTags(seeding, { kind: "article", id, createdAt: created_at }),
    ...points,
    hot,
    created_at,
    updated_at: created_at,
  });
  const author = countsOf(seeding, author_id);
  author.article_count += 1;
  author.liked_count += points.like_count;
  insert("feed_entries", { kind: "article", item_id: id, created_at, hot });
  for (let n = 0; n < COMMENTS; n++) {
    writeComment(seeding, { articleId: id, receiver: author_id, createdAt: timeOf(id, 0.2 + n / 10) });
  }
  addToSearch(seeding, { kind: "article", item_id: id, created_at }, { title, body, isTitled: true });
}

/** Writes a question with its answers. */
export function writeQuestion(seeding: Seeding, id: number): void {
  const { chance, corpus, insert, timeOf } = seeding;
  const created_at = timeOf(id * 2, 0.5);
  const title = corpus.title(chance);
  const body = corpus.body(chance, chance.between(40, 160));
  const author_id = chooseAuthor(seeding);
  const answers = Array.from({ length: ANSWERS }, (_, n) => ({ id: (id - 1) * ANSWERS + n + 1, ...newVotes(chance) }));
  const best = answers.reduce((a, b) => (b.score >= a.score ? b : a));
  const counts = { answer_count: ANSWERS, follow_count: 0, comment_count: 0 };
  const hot = hotRank(questionPoints({ ...counts, top_vote_up: best.vote_up }), created_at);
  insert("questions", {
    id,
    author_id,
    title: title.text,
    ...textColumns(body),
    tags: writeTags(seeding, { kind: "question", id, createdAt: created_at }),
    ...counts,
    top_answer_id: best.id,
    hot,
    created_at,
    updated_at: created_at,
  });
  countsOf(seeding, author_id).question_count += 1;
  insert("feed_entries", { kind: "question", item_id: id, created_at, hot });
  addToSearch(seeding, { kind: "question", item_id: id, created_at }, { title, body, isTitled: true });
  for (const [n, answer] of answers.entries()) {
    writeAnswer(seeding, { questionId: id, title, answer, createdAt: timeOf(id * 2, 0.6 + n / 10) });
  }
  for (let position = 1; position <= Math.min(RELATED_MAX, id - 1); position++) {
    insert("related_questions", { question_id: id, position, related_id: chance.between(1, id - 1) });
  }
}

type NewAnswer = {
  questionId: number;
  /** Title of the question. */
  title: Written;
  answer: { id: number } & ReturnType<typeof newVotes>;
  createdAt: string;
};

function writeAnswer(seeding: Seeding, { questionId, title, answer, createdAt }: NewAnswer): void {
  const { chance, corpus, insert } = seeding;
  const body = corpus.body(chance, chance.between(80, 260));
  const author_id = chooseAuthor(seeding);
  insert("answers", {
    question_id: questionId,
    author_id,
    ...textColumns(body),
    ...answer,
    created_at: createdAt,
    updated_at: createdAt,
  });
  const author = countsOf(seeding, author_id);
  author.answer_count += 1;
  author.liked_count += answer.vote_up;
  const document = { kind: "answer", item_id: answer.id, question_id: questionId, created_at: createdAt };
  addToSearch(seeding, document, { title, body, isTitled: false });
}

type NewComment = { articleId: number; receiver: number; createdAt: string };

function writeComment(seeding: Seeding, { articleId, receiver, createdAt }: NewComment): void {
  const { chance, corpus, insert } = seeding;
  const writer = chooseAuthor(seeding);
  const [text] = corpus.body(chance, 1);
  countsOf(seeding, writer).comment_count += 1;
  countsOf(seeding, receiver).received_count += 1;
  insert("comments", {
    target_kind: "article",
    target_id: articleId,
    author_id: writer,
    receiver_id: writer === receiver ? null : receiver,
    text: text?.text ?? "",
    created_at: createdAt,
  });
}

/** Tags an item. @returns the tags, as its column stores them */
function writeTags(
  { chance, insert }: Seeding,
  { kind, id, createdAt }: { kind: "question" | "article"; id: number; createdAt: string },
): string {
  const tags = chance.sample(TAGS, 2);
  for (const tag of tags) insert("taggings", { tag, kind, item_id: id, created_at: createdAt });
  return JSON.stringify(tags);
}

type Indexed = {
  title: Written;
  body: readonly Written[];
  /** Whether the title is the item's own; an answer has its question's, which is indexed once. */
  isTitled: boolean;
};

function addToSearch(seeding: Seeding, row: Record<string, unknown>, { title, body, isTitled }: Indexed): void {
  const { insert, titles } = seeding;
  seeding.documents += 1;
  const id = seeding.documents;
  titles.add(title.text);
  const { words, rest } = isTitled ? title.tokens : { words: [], rest: [] };
  insert("search_documents", { id, ...row });
  insert("search_sources", { document_id: id, title: title.text, body: plain(body) });
  insert("search_titles", { rowid: id, words: words.join(" "), rest: rest.join(" ") });
  insert("search_texts", { rowid: id, words: tokensOf(title, body).join(" ") });
}

const chooseAuthor = ({ chance, authors }: Seeding): number => chance.between(1, authors.length);

function countsOf({ authors }: Seeding, id: number): AuthorCounts {
  const counts = authors[id - 1];
  if (!counts) throw new Error(`there is no author ${id}`);
  return counts;
}

function newVotes(chance: Chance) {
  const vote_up = Math.floor(chance.next() ** 2 * 60);
  const vote_down = chance.between(0, 4);
  return { vote_up, vote_down, score: wilsonLowerBound(vote_up, vote_down) };
}

const plain = (body: readonly Written[]): string => body.map(({ text }) => text).join("");

/** Paragraphs of three sentences, as Markdown, HTML, and excerpt. */
function textColumns(body: readonly Written[]) {
  const paragraphs: string[] = [];
  for (let n = 0; n < body.length; n += 3) paragraphs.push(plain(body.slice(n, n + 3)));
  return {
    content: paragraphs.join("\n\n"),
    content_html: paragraphs.map((one) => `<p>${one}</p>`).join("\n"),
    excerpt: plain(body).slice(0, 120),
  };
}
