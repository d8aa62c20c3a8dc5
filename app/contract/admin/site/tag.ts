import { z } from "zod";
import { count, cursored, cursorQuery, nothing, text } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { taggedCounts } from "#app/contract/kind-counts";
import { TAG_LENGTH_MAX } from "#app/contract/limits";

const reason = text("原因", { max: 200 }).default("");
const dryRun = z.boolean().default(false);
/** Name of a tag, as editors accept it. */
const name = text("标签", { min: 1, max: TAG_LENGTH_MAX }).refine((value) => !/[\s,，、;；#＃]/.test(value), {
  message: "标签里不能有空格、逗号、顿号、分号和 #",
});
/** Name of an existing tag, in any spelling. */
const known = z.string().max(200);

/** `used`: has texts; `synonym`: alternative name of another tag. */
const state = z.enum(["used", "hidden", "synonym"]);
export type TagState = z.output<typeof state>;

const listedTag = z.object({
  name: z.string(),
  /** Number of public questions and articles with it. */
  total: count,
  state,
  /** The tag it is a synonym of. */
  meant: z.string().nullable(),
});
/** Tag in the console's list. */
export type ListedTag = z.output<typeof listedTag>;

/** Number of items by kind, including removed cases. */
const touched = taggedCounts;

const editedTag = listedTag.extend({
  touched,
  /** Synonyms of the tag. */
  synonyms: z.array(z.string()),
  /** Whether a change of its items is still in progress. */
  moving: z.boolean(),
});
/** Tag in the console. */
export type EditedTag = z.output<typeof editedTag>;

const changed = z.object({
  touched,
  /** Whether some still have to be changed. */
  moving: z.boolean(),
});

/** Calls on tags, by name. */
export const adminTagApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/tag",
    permission: "taxonomy.manage",
    summary: "后台：标签，用得多的在前",
    query: cursorQuery.extend({
      q: z.string().trim().max(50, "最多 50 个字").default(""),
      state: state.default("used"),
    }),
    data: cursored(listedTag),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/tag/one",
    permission: "taxonomy.manage",
    summary: "后台：一个标签，与带着它的内容有多少",
    query: z.object({ name: known }),
    data: editedTag,
  }),
  rename: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/tag/rename",
    permission: "taxonomy.manage",
    summary:
      "后台：给标签改名；旧名成为同义词，旧地址转到新的。内容多的分批改完。撤销时，之后写的、作者又改过标签的保持原样，列表的位置重新数",
    body: z.object({ from: known, to: name, dryRun }),
    data: changed,
  }),
  merge: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/tag/merge",
    permission: "taxonomy.manage",
    summary:
      "后台：把标签并入另一个；同一份内容里重复的只留一个，旧名成为同义词，旧地址转到新的。内容多的分批改完。撤销与改名相同",
    body: z.object({ from: known, to: known, reason, dryRun }),
    data: changed,
  }),
  hide: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/tag/hide",
    permission: "taxonomy.manage",
    summary: "后台：隐藏标签：从内容上取下，没有它的列表，不再建议，写了也不会带上；重新显示时回到原来的内容上",
    body: z.object({ name: known, reason, dryRun }),
    data: changed,
  }),
  show: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/tag/show",
    permission: "taxonomy.manage",
    summary: "后台：重新显示标签，回到隐藏时带着它的内容上",
    body: z.object({ name: known }),
    data: z.object({ moving: z.boolean() }),
  }),
  addSynonym: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/tag/synonym",
    permission: "taxonomy.manage",
    summary: "后台：给标签加一个同义词；写它的内容保存时带上这个标签，没有内容用着的名字才可以",
    body: z.object({ tag: known, synonym: name }),
    data: nothing,
  }),
  removeSynonym: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/tag/synonym",
    permission: "taxonomy.manage",
    summary: "后台：去掉一个同义词，它从此可以是一个标签",
    body: z.object({ synonym: known }),
    data: nothing,
  }),
};
