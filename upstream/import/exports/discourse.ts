import { statSync } from "node:fs";
import { discourseMarkdown, discourseWords } from "./discourse-raw";
import { readDiscourseTopics, type Topics } from "./discourse-topics";
import { BadExport, type Entry, type Export } from "./entry";
import { type DumpRow, readDump } from "./pg-dump";

/** Maximum characters of a reply to an answer that becomes a comment. */
const COMMENT_MAX = 2_000;
/** Code, pictures and tables, which plain text would lose. */
const RICH = /```|~~~|!\[|upload:|^\s*\|.*\|/m;
const PASSES = ["question", "answer", "comment"] as const;
const REGULAR = "1";

/**
 * Opens an unpacked backup of Discourse. Its dump is read four times, once for the context of the posts: its rows are
 * unordered, and questions have to come before their answers.
 * @throws BadExport if the dump is not from Discourse
 */
export async function openDiscourse(folder: string, file: string): Promise<Export> {
  const total = statSync(file).size * (PASSES.length + 1);
  let done = 0;
  const read = (bytes: number) => {
    done += bytes;
  };
  const topics = await readDiscourseTopics(file, read);
  if (topics.byId.size === 0 && topics.people.size === 0)
    throw new BadExport("dump.sql 里没有 Discourse 的表（topics、posts、users）");
  return {
    site: `discourse-${topics.site}`,
    pictures: folder,
    base: topics.base,
    linkedAt: topics.linkedAt,
    progress: () => ({ done, total }),
    async *entries(leave) {
      for (const { place, reason } of topics.left) leave({ place, reason });
      for (const pass of PASSES)
        for await (const row of readDump(file, new Set(["posts"]), read)) {
          const entry = entryOf(row, topics);
          if (entry?.kind === pass) yield entry;
        }
    },
  };
}

/** Converts a post; null if it is not public. */
function entryOf({ columns: post, line }: DumpRow, topics: Topics): Entry | null {
  const topic = topics.byId.get(post.topic_id ?? "");
  if (!topic || post.deleted_at || post.hidden === "t" || post.user_deleted === "t" || post.post_type !== REGULAR)
    return null;
  const raw = post.raw ?? "";
  const id = post.id ?? "";
  const shared = {
    key: `post-${id}`,
    place: `第 ${line} 行（帖子 ${id}）`,
    source: JSON.stringify([topic.title, raw]),
    author: topics.people.get(post.user_id ?? "") ?? { name: "已注销用户" },
    ...(post.created_at ? { createdAt: `${post.created_at.replace(" ", "T")}Z` } : {}),
  };
  if (post.post_number === "1") {
    const { title, tags } = topic;
    return { ...shared, kind: "question", title, tags, body: () => discourseMarkdown(raw, topics.shownName) };
  }
  const number = Number(post.post_number);
  const answer = topics.answerAbove(topic, number);
  if (answer !== null && raw.length <= COMMENT_MAX && !RICH.test(raw) && discourseWords(raw, topics.shownName)) {
    const replyTo = topics.idOf(topic, topics.repliedTo(topic, number));
    return {
      ...shared,
      kind: "comment",
      under: `post-${answer}`,
      body: () => discourseWords(raw, topics.shownName),
      ...(replyTo !== null && replyTo !== answer ? { replyTo: `post-${replyTo}` } : {}),
    };
  }
  return {
    ...shared,
    kind: "answer",
    under: `post-${topics.idOf(topic, 1)}`,
    accepted: topic.accepted === id,
    body: () => discourseMarkdown(raw, topics.shownName),
  };
}
