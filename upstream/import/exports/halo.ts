import { statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { markdownOfHtml, pictureMarkdown } from "#app/contract/text/html-markdown";
import { type Author, BadExport, type Entry, type Export, type LeftOut } from "./entry";
import { type ByteRange, readStore, storeReader } from "./halo-store";
import { HALO, type HaloOwner, type HaloPost, type HaloSnapshot, patched } from "./halo-things";
import { ownNames } from "./own-names";
import { parseHtml } from "./parse-html";
import { plainWords } from "./plain-words";
import { NO_SITE, siteUrls } from "./site-urls";

type Post = HaloPost & { number: number };
/** Context of the texts, which stay in the file. */
type Around = {
  people: Map<string, Author>;
  tags: Map<string, string>;
  categories: Map<string, string>;
  posts: Map<string, Post>;
  snapshots: Map<string, ByteRange>;
  /** Texts with comments and replies. */
  threads: Map<string, string>;
  urls: ReturnType<typeof siteUrls>;
};

const AROUND = new Set(["users", "tags", "categories", "posts", "snapshots", "configmaps"]);

/**
 * Opens an unpacked backup of Halo 2: `extensions.data`, and `workdir` with its attachments. It is read three times:
 * for the context of the texts, comments, and replies.
 * @throws BadExport if it contains no texts
 */
export async function openHalo(folder: string): Promise<Export> {
  const file = join(folder, "extensions.data");
  const total = statSync(file).size * 3;
  let done = 0;
  const read = (bytes: number) => {
    done += bytes;
  };
  const around = await readAround(file, read);
  if (around.posts.size === 0) throw new BadExport("extensions.data 里没有 Halo 的文章");
  return {
    site: "halo",
    pictures: folder,
    base: around.urls.base(),
    linkedAt: around.urls.at,
    progress: () => ({ done, total }),
    async *entries(leave) {
      yield* postEntries(file, around, leave);
      for (const plural of ["comments", "replies"])
        for await (const { thing, number, name } of readStore(file, new Set([plural]), read)) {
          const entry = plural === "comments" ? commentOf(thing, around) : replyOf(thing, around);
          if (entry) yield { ...entry, place: `第 ${number} 条（${plural === "comments" ? "评论" : "回复"} ${name}）` };
        }
    },
  };
}

async function readAround(file: string, read: (bytes: number) => void): Promise<Around> {
  const around: Around = {
    people: new Map(),
    tags: new Map(),
    categories: new Map(),
    posts: new Map(),
    snapshots: new Map(),
    threads: new Map(),
    urls: siteUrls(),
  };
  const accounts: { login: string; shown: string; since: string }[] = [];
  for await (const { plural, name, thing, number, at } of readStore(file, AROUND, read)) {
    if (plural === "snapshots") around.snapshots.set(name, at);
    else if (plural === "configmaps") around.urls.ofSite(outsideUrl(thing));
    else if (plural === "posts") {
      const post = HALO.post.safeParse(thing);
      if (!post.success) continue;
      around.posts.set(name, { ...post.data, number });
      const { spec, status } = post.data;
      const address = status?.permalink || (spec.slug ? `/archives/${spec.slug}` : "");
      around.urls.ofSite(address);
      if (address && reasonToLeave(post.data) === null)
        around.urls.add(address, { key: `post-${name}`, title: spec.title ?? "" });
    } else {
      const one = HALO.user.safeParse(thing);
      if (!one.success) continue;
      const shown = one.data.spec.displayName?.trim() || name;
      const since = one.data.metadata.creationTimestamp ?? "";
      if (plural === "users") accounts.push({ login: name, shown, since });
      else around[plural as "tags" | "categories"].set(name, shown);
    }
  }
  const nameOf = ownNames();
  for (const { login, shown, since } of accounts.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)))
    around.people.set(login, { name: nameOf(login, shown), ...(since ? { since } : {}) });
  return around;
}

/** The site's URL in an object of settings; empty if it has none. */
function outsideUrl(thing: unknown): string {
  const { data: settings } = HALO.config.safeParse(thing);
  return /"externalUrl"\s*:\s*"([^"]*)"/.exec(settings?.data?.basic ?? "")?.[1] ?? "";
}

async function* postEntries(file: string, around: Around, leave: (what: LeftOut) => void): AsyncGenerator<Entry> {
  const store = await storeReader(file);
  try {
    for (const [name, { metadata, spec, number }] of around.posts) {
      const place = `第 ${number} 条《${(spec.title ?? name).slice(0, 40)}》`;
      const reason = reasonToLeave({ metadata, spec });
      if (reason !== null) {
        leave({ place, reason });
        continue;
      }
      const [base, release] = await Promise.all(
        [spec.baseSnapshot, spec.releaseSnapshot].map(async (snapshot) => {
          const at = around.snapshots.get(snapshot ?? "");
          return at ? (HALO.snapshot.safeParse(await store.thing(at)).data ?? null) : null;
        }),
      );
      const names = (known: ReadonlyMap<string, string>, list: readonly string[] | null | undefined) =>
        (list ?? []).map((one) => known.get(one) ?? "").filter(Boolean);
      const [classification] = names(around.categories, spec.categories);
      const createdAt = spec.publishTime ?? metadata.creationTimestamp;
      yield {
        key: `post-${name}`,
        place,
        kind: "article",
        title: spec.title ?? "",
        tags: names(around.tags, spec.tags),
        source: JSON.stringify([spec.title, base, release]),
        author: around.people.get(spec.owner ?? "") ?? { name: spec.owner || "佚名" },
        ...(createdAt ? { createdAt } : {}),
        ...(classification ? { classification } : {}),
        body: () =>
          bodyOf(base ?? null, release ?? null, around.urls.base() ?? NO_SITE).replaceAll(`(${NO_SITE}/`, "(/"),
      };
    }
  } finally {
    await store.close();
  }
}

function reasonToLeave({ metadata, spec }: HaloPost): string | null {
  if (spec.deleted || metadata.deletionTimestamp) return "在回收站里，未导入";
  if (!spec.publish || !spec.releaseSnapshot) return "是草稿，未导入";
  return spec.visible && spec.visible !== "PUBLIC" ? "不是公开的，未导入" : null;
}

/** Markdown of a published text; converted if it was written in an HTML editor. */
function bodyOf(base: HaloSnapshot | null, release: HaloSnapshot | null, site: string): string {
  if (!base || !release) return "";
  const isBase = base.metadata.name === release.metadata.name;
  const text = (field: "rawPatch" | "contentPatch") =>
    isBase ? (base.spec[field] ?? "") : patched(base.spec[field] ?? "", release.spec[field] ?? "[]");
  if (release.spec.rawType?.toLowerCase() === "markdown") return text("rawPatch");
  return markdownOfHtml(parseHtml(text("contentPatch") || text("rawPatch"), { base: site }), pictureMarkdown);
}

/** An entry without its location. */
type Unplaced = Omit<Entry, "place">;
type Said = z.output<typeof HALO.comment> | z.output<typeof HALO.reply>;

function commentOf(thing: unknown, around: Around): Unplaced | null {
  const comment = HALO.comment.safeParse(thing).data;
  const subject = comment?.spec.subjectRef;
  const post = around.posts.get(subject?.kind === "Post" ? (subject.name ?? "") : "");
  if (!comment || !post || reasonToLeave(post) !== null || !isPublic(comment)) return null;
  const under = `post-${post.metadata.name}`;
  around.threads.set(`comment-${comment.metadata.name}`, under);
  return { ...saidOf(comment, around), key: `comment-${comment.metadata.name}`, under };
}

/** Converts a reply to a comment or another reply. */
function replyOf(thing: unknown, around: Around): Unplaced | null {
  const reply = HALO.reply.safeParse(thing).data;
  const above = `comment-${reply?.spec.commentName}`;
  const under = around.threads.get(above);
  if (!reply || !under || !isPublic(reply)) return null;
  const key = `reply-${reply.metadata.name}`;
  const quoted = `reply-${reply.spec.quoteReply}`;
  around.threads.set(key, under);
  return { ...saidOf(reply, around), key, under, replyTo: around.threads.has(quoted) ? quoted : above };
}

const isPublic = ({ spec, metadata }: Said): boolean =>
  spec.approved === true && !spec.hidden && !metadata.deletionTimestamp;

function saidOf({ spec, metadata }: Said, { people }: Around) {
  const words = spec.content || spec.raw || "";
  const createdAt = spec.creationTime ?? metadata.creationTimestamp;
  return {
    kind: "comment" as const,
    source: words,
    author: authorOf(spec.owner, people),
    body: () => plainWords(words),
    ...(createdAt ? { createdAt } : {}),
  };
}

function authorOf(owner: HaloOwner, people: ReadonlyMap<string, Author>): Author {
  const known = owner?.kind === "User" ? people.get(owner.name ?? "") : undefined;
  return known ?? { name: owner?.displayName || "佚名", guest: true };
}
