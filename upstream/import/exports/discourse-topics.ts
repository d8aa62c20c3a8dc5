import type { ShownName } from "./discourse-raw";
import { emojiOfNames } from "./emoji-names";
import type { Author, LeftOut } from "./entry";
import { ownNames } from "./own-names";
import { type DumpRow, readDump } from "./pg-dump";
import { bareHost, type Linked, siteUrl } from "./site-urls";

/** A public topic. */
export type Topic = { id: string; title: string; tags: string[]; accepted: string | null };
/** A topic as read from the dump, before the private ones are dropped. */
type Found = Topic & { category: string | null; unlisted: boolean; bySystem: boolean; line: number };
type Post = { id: string; repliedTo: number };
type Account = { id: string; login: string; shown: string; since: { since?: string } };
/** Rows of a dump, as far as they are needed. */
type Rows = {
  site: string;
  /** Hosts under which texts link to the site itself. */
  hosts: Set<string>;
  base: string | null;
  accounts: Account[];
  /** Ids of topics that describe a category, and of categories that are not public. */
  describing: Set<string>;
  closed: Set<string>;
  topics: Map<string, Found>;
  tagNames: Map<string, string>;
  tagged: [topic: string, tag: string][];
  /** Ids of accepted posts by topic. */
  accepted: Map<string, string>;
  /** Posts by topic and number. */
  posts: Map<string, Map<number, Post>>;
};
type Reader = (columns: DumpRow["columns"], line: number) => void;
/** Context of a site's posts: topics, people, and reply relations. */
export type Topics = {
  site: string;
  byId: ReadonlyMap<string, Topic>;
  people: ReadonlyMap<string, Author>;
  shownName: ShownName;
  left: readonly LeftOut[];
  /** Number of the post that a post replies to; 1 if none is given. */
  repliedTo(topic: Topic, number: number): number;
  idOf(topic: Topic, number: number): string | null;
  /** The answer whose thread contains a post; null if it answers the question itself. */
  answerAbove(topic: Topic, number: number): string | null;
  /** Finds the post that a link within the site leads to. */
  linkedAt(link: string): Linked | null;
  /** Base URL of the site; null if no link contains it. */
  base: string | null;
};

const TABLES = new Set([
  ...["users", "categories", "tags", "topics", "topic_tags", "topic_links", "posts", "site_settings"],
  ...["topic_custom_fields", "discourse_solved_solved_topics"],
]);
/** Ids of Discourse's own bots. */
const SYSTEM_USERS_BELOW = 0;
/** Public topics: a banner is shown above all lists as well. */
const PUBLIC = new Set(["regular", "banner"]);

/** Reads everything in a dump except the texts of posts. */
export async function readDiscourseTopics(file: string, read: (bytes: number) => void): Promise<Topics> {
  const rows = emptyRows();
  const readers = readersInto(rows);
  for await (const { table, columns, line } of readDump(file, TABLES, read)) readers[table]?.(columns, line);
  const left = leaveOut(rows);
  completeTopics(rows);
  return {
    site: rows.site.replace(/[^\p{L}\p{N}]+/gu, "-") || "forum",
    base: rows.base,
    left,
    ...namePeople(rows.accounts),
    ...lookups(rows),
  };
}

const emptyRows = (): Rows => ({
  site: "",
  hosts: new Set(),
  base: null,
  accounts: [],
  describing: new Set(),
  closed: new Set(),
  topics: new Map(),
  tagNames: new Map(),
  tagged: [],
  accepted: new Map(),
  posts: new Map(),
});

/** A reader of each table, which adds what it needs to `rows`. */
const readersInto = (rows: Rows): Record<string, Reader> => ({
  users: ({ id, username, name, created_at }) => {
    if (Number(id) < SYSTEM_USERS_BELOW) return;
    const since = created_at ? { since: `${created_at.replace(" ", "T")}Z` } : {};
    rows.accounts.push({ id: id ?? "", login: username || `用户${id}`, shown: name ?? "", since });
  },
  categories: ({ id, read_restricted, topic_id }) => {
    if (topic_id) rows.describing.add(topic_id);
    if (read_restricted === "t") rows.closed.add(id ?? "");
  },
  tags: ({ id, name }) => rows.tagNames.set(id ?? "", name ?? ""),
  topic_tags: ({ topic_id, tag_id }) => rows.tagged.push([topic_id ?? "", tag_id ?? ""]),
  topics: ({ id, title, archetype, deleted_at, visible, category_id, user_id }, line) => {
    if (!PUBLIC.has(archetype ?? "") || deleted_at) return;
    rows.topics.set(id ?? "", {
      id: id ?? "",
      title: emojiOfNames(title ?? ""),
      tags: [],
      accepted: null,
      category: category_id ?? null,
      unlisted: visible === "f",
      bySystem: Number(user_id ?? 0) < SYSTEM_USERS_BELOW,
      line,
    });
  },
  // The dump does not contain the site's host, but marks links to it as internal.
  topic_links: ({ internal, url }) => {
    if (internal !== "t" || !url?.startsWith("http") || !URL.canParse(url)) return;
    const { origin, host } = new URL(url);
    rows.hosts.add(bareHost(host));
    rows.base ??= origin;
  },
  topic_custom_fields: ({ topic_id, name, value }) => {
    if (name === "accepted_answer_post_id" && value) rows.accepted.set(topic_id ?? "", value);
  },
  discourse_solved_solved_topics: ({ topic_id, answer_post_id }) =>
    rows.accepted.set(topic_id ?? "", answer_post_id ?? ""),
  posts: ({ id, topic_id, post_number, reply_to_post_number }) => {
    const topic = topic_id ?? "";
    const post = { id: id ?? "", repliedTo: Number(reply_to_post_number ?? 1) };
    const numbered = rows.posts.get(topic) ?? new Map();
    numbered.set(Number(post_number), post);
    rows.posts.set(topic, numbered);
  },
  site_settings: ({ name, value }) => {
    if (name === "title" && value) rows.site = value;
  },
});

/** Gives each account a name of its own; the oldest accounts choose first. */
function namePeople(accounts: Account[]): Pick<Topics, "people" | "shownName"> {
  const nameOf = ownNames();
  const people = new Map<string, Author>();
  const names = new Map<string, string>();
  for (const { id, login, shown, since } of accounts.sort((a, b) => Number(a.id) - Number(b.id))) {
    const name = nameOf(login, shown);
    people.set(id, { name, ...since });
    names.set(login.toLowerCase(), name);
  }
  return { people, shownName: (login) => names.get(login.toLowerCase()) ?? null };
}

/** Removes the topics that are not imported, and says why. */
function leaveOut({ topics, closed, describing }: Rows): LeftOut[] {
  const reasonToLeave = ({ id, category, unlisted, bySystem }: Found): string | null => {
    if (category !== null && closed.has(category)) return "在不公开的类别里，未导入";
    if (describing.has(id)) return "是类别的说明，未导入";
    if (bySystem) return "是 Discourse 自己发的，未导入";
    return unlisted ? "不在列表里公开，未导入" : null;
  };
  const left: LeftOut[] = [];
  for (const [id, topic] of topics) {
    const reason = reasonToLeave(topic);
    if (reason === null) continue;
    topics.delete(id);
    left.push({ place: `第 ${topic.line} 行《${topic.title.slice(0, 40)}》`, reason });
  }
  return left;
}

/** Adds tags and accepted answers to the topics. */
function completeTopics({ topics, tagNames, tagged, accepted }: Rows): void {
  for (const [topic, tag] of tagged) topics.get(topic)?.tags.push(tagNames.get(tag) ?? "");
  for (const [topic, post] of accepted) {
    const one = topics.get(topic);
    if (one) one.accepted = post;
  }
}

type Lookups = Pick<Topics, "byId" | "repliedTo" | "idOf" | "linkedAt" | "answerAbove">;

function lookups({ topics, posts, hosts }: Rows): Lookups {
  const repliedTo = (topic: Topic, number: number) => posts.get(topic.id)?.get(number)?.repliedTo ?? 1;
  const idOf = (topic: Topic, number: number) => posts.get(topic.id)?.get(number)?.id ?? null;
  return {
    byId: topics,
    repliedTo,
    idOf,
    linkedAt(link) {
      const [, id = "", number = "1"] =
        /^\/t\/(?:[^/]*[^/\d][^/]*\/)?(\d+)(?:\/(\d+))?\/?$/.exec(siteUrl(link, hosts)?.pathname ?? "") ?? [];
      const topic = topics.get(id);
      const post = topic && (idOf(topic, Number(number)) ?? idOf(topic, 1));
      return topic && post ? { key: `post-${post}`, title: topic.title } : null;
    },
    answerAbove(topic, number) {
      let above = repliedTo(topic, number);
      if (above <= 1 || idOf(topic, above) === null) return null;
      for (let steps = 0; steps < number; steps += 1) {
        const next = repliedTo(topic, above);
        if (next <= 1 || next >= above) break;
        above = next;
      }
      return idOf(topic, above);
    },
  };
}
