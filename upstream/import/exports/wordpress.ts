import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type Author, BadExport, type Entry, type Export, type LeftOut } from "./entry";
import { ownNames } from "./own-names";
import { plainWords } from "./plain-words";
import { siteUrls } from "./site-urls";
import { wordpressMarkdown } from "./wordpress-body";
import { elementText, type Part, readWxr, type Whole } from "./wordpress-xml";

/** Our kinds for WordPress's own post types, and those of common forum plugins (DW Q&A, AnsPress, bbPress). */
const KINDS: Record<string, "article" | "question" | "answer"> = {
  post: "article",
  "dwqa-question": "question",
  "dwqa-answer": "answer",
  question: "question",
  answer: "answer",
  topic: "question",
  reply: "answer",
};
/** Skipped types that people will miss. Menus, revisions and the like are not reported. */
const MISSED: Record<string, string> = { page: "是独立页面，未导入（可在后台“单页”里重建）" };
const UNPUBLISHED: Record<string, string> = {
  draft: "是草稿，未导入",
  "auto-draft": "",
  pending: "还在待审，未导入",
  private: "是私密的，未导入",
  future: "还没到发布时间，未导入",
  trash: "",
};

/**
 * Opens a WordPress export, as written by 工具 → 导出. It is read twice: for the URLs of its texts, and for the texts.
 * @throws BadExport if it is not one
 */
export async function openWordpress(file: string): Promise<Export> {
  const total = statSync(file).size * 2;
  let done = 0;
  const read = (bytes: number) => {
    done += bytes;
  };
  const { site, linkedAt } = await readSite(file, read);
  return {
    site: `wordpress-${hostOf(site)}`,
    pictures: dirname(file),
    base: site,
    linkedAt,
    progress: () => ({ done: Math.min(done, total), total }),
    async *entries(leave) {
      const names = new Map<string, string>();
      const ownName = ownNames();
      for await (const whole of readWxr(file, read)) {
        if (whole.name === "wp:author") {
          const login = elementText(whole, "wp:author_login");
          const name = ownName(login, elementText(whole, "wp:author_display_name"));
          // Texts name their author by login, comments by id.
          names.set(login, name).set(`#${elementText(whole, "wp:author_id")}`, name);
        }
        if (whole.name === "item") yield* itemEntries(whole, { names, site, leave });
      }
    },
  };
}

/** Reads the site's own URL, and those of its texts. */
async function readSite(file: string, read: (bytes: number) => void) {
  const urls = siteUrls();
  let [version, site] = ["", ""];
  try {
    for await (const whole of readWxr(file, read)) {
      if (whole.name === "wp:wxr_version") version = whole.words;
      if (whole.name === "wp:base_blog_url") site = whole.words.trim();
      if (whole.name !== "item") continue;
      if (!version || !site) break;
      if (!KINDS[elementText(whole, "wp:post_type")] || reasonToLeave(whole) !== null) continue;
      const id = elementText(whole, "wp:post_id");
      const text = { key: `post-${id}`, title: elementText(whole, "title") };
      for (const address of [elementText(whole, "link"), elementText(whole, "guid"), `${site}/?p=${id}`])
        if (address) urls.add(address, text);
    }
  } catch (error) {
    // A file that breaks off is reported when its texts have been read.
    if (!(error instanceof BadExport) || !site) throw error;
  }
  if (!version || !site)
    throw new BadExport("不是 WordPress 的导出文件（WXR）：里面没有 wp:wxr_version 与 wp:base_blog_url");
  urls.ofSite(site);
  return { site, linkedAt: urls.at };
}

/** Reason for not importing an item, empty if nobody will miss it; null if it is public. */
function reasonToLeave(item: Whole): string | null {
  const status = elementText(item, "wp:status");
  if (elementText(item, "wp:post_password")) return "有密码，未导入";
  return status === "publish" || status === "closed" ? null : (UNPUBLISHED[status] ?? `状态是 ${status}，未导入`);
}

const hostOf = (site: string): string =>
  (URL.canParse(site) ? new URL(site).host + new URL(site).pathname : site).replace(/[^\w.-]+/g, "-").replace(/-$/, "");

type Reading = { names: ReadonlyMap<string, string>; site: string; leave: (what: LeftOut) => void };

function* itemEntries(item: Whole, { names, site, leave }: Reading): Generator<Entry> {
  const place = `第 ${item.line} 行`;
  const type = elementText(item, "wp:post_type");
  const id = elementText(item, "wp:post_id");
  const title = elementText(item, "title");
  const say = (reason: string) => leave({ place: `${place}${title ? `《${title.slice(0, 40)}》` : ""}`, reason });
  const kind = KINDS[type];
  if (!kind) {
    if (MISSED[type]) say(MISSED[type]);
    return;
  }
  const reason = reasonToLeave(item);
  if (reason !== null) {
    if (reason) say(reason);
    return;
  }
  const login = elementText(item, "dc:creator");
  const createdAt = timeOf(item, "wp:post_date");
  const content = item.parts.find(({ name }) => name === "content:encoded")?.words ?? "";
  const terms = (domain: RegExp) => [
    ...new Set(
      item.parts
        .filter(({ name, attributes }) => name === "category" && domain.test(attributes.domain ?? ""))
        .map(({ words }) => words.trim())
        .filter(Boolean),
    ),
  ];
  const key = `post-${id}`;
  const [classification] = terms(/^category$/).filter((name) => !/^(?:未分类|uncategorized)$/i.test(name));
  yield {
    key,
    place,
    kind,
    title,
    source: JSON.stringify([title, content, createdAt]),
    author: { name: names.get(login) || login },
    ...(createdAt ? { createdAt } : {}),
    ...(kind === "answer" ? { under: `post-${elementText(item, "wp:post_parent")}` } : { tags: terms(/_?tag$/) }),
    ...(kind === "article" && classification ? { classification } : {}),
    body: () => wordpressMarkdown(content, site, (tag) => say(`不认识的短代码，原样留下：${tag}`)),
  };
  const comments = item.parts.filter(({ name }) => name === "wp:comment");
  const known = new Set<string>();
  for (const comment of comments) {
    const entry = commentEntry(comment, { key, place, names, known });
    if (entry) yield entry;
  }
}

/** Converts a public comment; null for spam, pending comments and pingbacks. */
function commentEntry(
  comment: Part,
  { key, place, names, known }: { key: string; place: string; names: ReadonlyMap<string, string>; known: Set<string> },
): Entry | null {
  const type = elementText(comment, "wp:comment_type");
  if (elementText(comment, "wp:comment_approved") !== "1" || (type !== "" && type !== "comment")) return null;
  const id = elementText(comment, "wp:comment_id");
  const words = elementText(comment, "wp:comment_content");
  const name = elementText(comment, "wp:comment_author") || "佚名";
  const user = Number(elementText(comment, "wp:comment_user_id"));
  const author: Author = user > 0 ? { name: names.get(`#${user}`) ?? name } : { name, guest: true };
  const parent = elementText(comment, "wp:comment_parent");
  const createdAt = timeOf(comment, "wp:comment_date");
  const own = `comment-${id}`;
  known.add(own);
  return {
    key: own,
    place: `${place}的评论 ${id}`,
    kind: "comment",
    under: key,
    author,
    source: JSON.stringify([name, words]),
    ...(known.has(`comment-${parent}`) ? { replyTo: `comment-${parent}` } : {}),
    ...(createdAt ? { createdAt } : {}),
    body: () => plainWords(words),
  };
}

/** A time in GMT or, if that is empty, in the site's time zone. */
function timeOf(part: Part, name: string): string | undefined {
  const gmt = elementText(part, `${name}_gmt`);
  if (gmt && !gmt.startsWith("0000")) return `${gmt.replace(" ", "T")}Z`;
  const local = elementText(part, name);
  return local && !local.startsWith("0000") ? `${local.replace(" ", "T")}+08:00` : undefined;
}
