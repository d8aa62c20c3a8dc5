import type { WrittenKind } from "#app/contract/writing/editor-fields";

/** Words of the editor: placeholder of the title, label and placeholder of the body, label of the publish button. */
type Words = { title: string; body: string; hint: string; publish: string };

/** Words of the editor by kind. */
export const WORDS: { readonly [K in WrittenKind]?: Words } = {
  question: {
    title: "写成一个完整的问题",
    body: "补充说明（可以不写）",
    hint: "背景、试过的办法、卡在哪里",
    publish: "发布问题",
  },
  article: { title: "说清楚写的是什么", body: "正文", hint: "先给结论，再讲过程", publish: "发布文章" },
  answer: { title: "", body: "回答", hint: "写下你的经验，先给结论，再讲理由", publish: "发布回答" },
};

/** Words for kinds that have none of their own. */
export const PLAIN_WORDS: Words = { title: "", body: "正文", hint: "", publish: "发布" };
