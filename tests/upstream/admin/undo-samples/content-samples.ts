import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminPlacingApi } from "#app/contract/admin/content/placing";
import { adminRewriteApi } from "#app/contract/admin/content/rewrite";
import { adminVersionApi } from "#app/contract/admin/content/version";
import { adminAppealApi } from "#app/contract/admin/review/appeal";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { adminMergeApi } from "#app/contract/admin/user/merge";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { appealApi } from "#app/contract/moderation/appeal";
import { reportApi } from "#app/contract/moderation/report";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";
import { fresh, LATER, offSince, PICTURE, type UndoSample, type UndoWorld, writtenAgain } from "./undo-world";

const REASON = "试一试";
const HISTORY = { text_versions: "is the history of the text, in which a change and the way back are two versions" };
const TAKEN_OFF = "is taken off: somebody may have read and kept it meanwhile";

/** Content of each kind written by staff, and its calls. */
const announcement = { title: "今晚维护", content: `**二十三点**开始${PICTURE}` };
const activity = {
  title: "线下见面",
  content: `带上电脑${PICTURE}`,
  city: "杭州",
  formId: null,
  startsAt: "2026-06-01T00:00:00Z",
  endsAt: "2026-06-02T00:00:00Z",
};
const aCase = { title: "一个案例", content: `做了什么${PICTURE}`, tags: ["增长"] };

/** Samples of the four actions on a kind written by staff. */
function edited<Kind extends string>(
  kind: Kind,
  table: string,
  at: {
    add: (call: UndoWorld["staff"]) => Promise<{ id: number }>;
    put: (call: UndoWorld["staff"], id: number) => Promise<unknown>;
    remove: (call: UndoWorld["staff"], id: number) => Promise<unknown>;
    restore: (call: UndoWorld["staff"], id: number) => Promise<unknown>;
  },
): Record<string, UndoSample> {
  const there = async ({ colleague }: UndoWorld) => (await at.add(colleague)).id;
  return {
    [`${kind}.add`]: {
      prepare:
        async ({ staff }) =>
        () =>
          at.add(staff),
      stays: { [table]: TAKEN_OFF },
    },
    [`${kind}.put`]: {
      async prepare(world) {
        const id = await there(world);
        return () => at.put(world.staff, id);
      },
      stays: { ...writtenAgain(table), ...HISTORY },
    },
    [`${kind}.remove`]: {
      async prepare(world) {
        const id = await there(world);
        return () => at.remove(world.staff, id);
      },
    },
    [`${kind}.restore`]: {
      async prepare(world) {
        const id = await there(world);
        await at.remove(world.colleague, id);
        return () => at.restore(world.staff, id);
      },
      stays: offSince(table, "deleted_at"),
    },
  };
}

const draft = async ({ colleague }: UndoWorld) =>
  (await colleague(adminAnnouncementDraftApi.add, { body: { title: fresh("草稿") } })).id;

/** A question with others' answers, votes, follows and comments. */
async function livelyQuestion({ write, upstream, author, reader }: UndoWorld): Promise<number> {
  const id = await write.question({ authorId: author, tags: ["协作"] });
  const answerId = await write.answer({ authorId: reader, questionId: id });
  await write.comment({ authorId: reader, targetKind: "question", targetId: id });
  await write.inside((trx) => setVote(trx, upstream.services, { userId: author, answerId, vote: "up" }));
  await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId: reader, questionId: id, on: true }));
  return id;
}

const article = ({ write, author }: UndoWorld) => write.article({ authorId: author, tags: ["协作"] });
const remove = (call: UndoWorld["staff"], kind: "article" | "question", id: number) =>
  call(adminContentApi.remove, { body: { items: [{ kind, id }], rule: "spam", note: "请删去联系方式" } });

async function reported(world: UndoWorld): Promise<{ kind: "article"; id: number }> {
  const place = { kind: "article" as const, id: await article(world) };
  const body = { targetKind: place.kind, targetId: place.id, reason: "spam" as const };
  await world.upstream.call(reportApi.add, { body }, { as: world.reader });
  await world.upstream.call(reportApi.add, { body }, { as: world.professional });
  return place;
}

const BAD = { content: "跟我兼职刷单的经历", tags: ["协作"] };
/** A question held for review. */
const waiting = async ({ held, upstream, author }: UndoWorld) => ({
  id: await held(upstream.call(questionApi.create, { body: { title: fresh("等审核的问题"), ...BAD } }, { as: author })),
  version: 1,
});
const decide = (call: UndoWorld["staff"], item: { id: number; version: number }, action: "approve" | "refuse") =>
  call(adminReviewApi.decide, { body: { items: [item], action, ...(action === "refuse" ? { rule: "spam" } : {}) } });

/** Id of an appeal against a refused text. */
async function appealed(world: UndoWorld): Promise<number> {
  const item = await waiting(world);
  await decide(world.colleague, item, "refuse");
  await world.pass();
  const body = { kind: "review" as const, id: item.id, words: "这是真实的求职经历，没有广告" };
  await world.upstream.call(appealApi.send, { body }, { as: world.author });
  return (await world.colleague(adminAppealApi.list, { query: {} })).list.at(-1)?.id ?? 0;
}
const answerAppeal = (action: "grant" | "keep"): UndoSample => ({
  async prepare(world) {
    const id = await appealed(world);
    return () => world.staff(adminAppealApi.decide, { body: { id, action, note: "看过原文" } });
  },
});

/** Actions on content. */
export const CONTENT_SAMPLES: Record<string, UndoSample> = {
  ...edited("announcement", "announcements", {
    add: (call) => call(adminAnnouncementApi.add, { body: announcement }),
    put: (call, id) => call(adminAnnouncementApi.put, { body: { ...announcement, id, version: 1, title: "改到明晚" } }),
    remove: (call, id) => call(adminAnnouncementApi.remove, { body: { id, reason: REASON } }),
    restore: (call, id) => call(adminAnnouncementApi.restore, { body: { id } }),
  }),
  ...edited("activity", "activities", {
    add: (call) => call(adminActivityApi.add, { body: activity }),
    put: (call, id) => call(adminActivityApi.put, { body: { ...activity, id, version: 1, city: "上海" } }),
    remove: (call, id) => call(adminActivityApi.remove, { body: { id, reason: REASON } }),
    restore: (call, id) => call(adminActivityApi.restore, { body: { id } }),
  }),
  ...edited("case", "cases", {
    add: (call) => call(adminCaseApi.add, { body: aCase }),
    put: (call, id) => call(adminCaseApi.put, { body: { ...aCase, id, version: 1, tags: ["留存"] } }),
    remove: (call, id) => call(adminCaseApi.remove, { body: { id, reason: REASON } }),
    restore: (call, id) => call(adminCaseApi.restore, { body: { id } }),
  }),
  "draft.add": {
    prepare:
      async ({ staff }) =>
      () =>
        staff(adminAnnouncementDraftApi.add, { body: { title: "想到一半" } }),
  },
  "draft.put": {
    async prepare(world) {
      const id = await draft(world);
      return () => world.staff(adminAnnouncementDraftApi.put, { body: { id, version: 1, title: "想好了" } });
    },
    stays: writtenAgain("staff_drafts", []),
  },
  "draft.remove": {
    async prepare(world) {
      const id = await draft(world);
      return () => world.staff(adminAnnouncementDraftApi.remove, { body: { id } });
    },
  },
  "content.place": {
    async prepare(world) {
      const id = await article(world);
      await world.colleague(adminPlacingApi.put, { body: { kind: "article", id, list: { until: LATER } } });
      const body = { kind: "article" as const, id, home: { until: null }, featured: { until: LATER } };
      return () => world.staff(adminPlacingApi.put, { body });
    },
    stays: { "pins.id": "is new where a pin was taken away and put back; its place among the others is as before" },
  },
  "pin.order": {
    async prepare(world) {
      for (let pinned = 0; pinned < 2; pinned += 1) {
        const body = { kind: "question" as const, id: await livelyQuestion(world), list: { until: null } };
        await world.colleague(adminPlacingApi.put, { body });
      }
      const all = (await world.staff(adminPlacingApi.list, {})).pins;
      const pins = all.flatMap(({ pin, place, kind }) => (place === "list" && kind === "question" ? [pin] : []));
      return () => world.staff(adminPlacingApi.order, { body: { pins: pins.toReversed() } });
    },
  },
  "content.remove": {
    async prepare(world) {
      const id = await livelyQuestion(world);
      return () => remove(world.staff, "question", id);
    },
  },
  "content.restore": {
    async prepare(world) {
      const id = await livelyQuestion(world);
      await remove(world.colleague, "question", id);
      return () => world.staff(adminContentApi.restore, { body: { items: [{ kind: "question", id }] } });
    },
  },
  "content.revert": {
    async prepare(world) {
      const id = await article(world);
      const { version } = await world.upstream.call(articleApi.get, { params: { id } }, { as: world.author });
      const body = { id, version, title: "改成了广告", content: "都来找我", tags: ["广告"] };
      await world.upstream.call(articleApi.update, { body }, { as: world.author });
      const { list } = await world.staff(adminVersionApi.list, { params: { kind: "article", id } });
      const [present, first] = [list[0]?.version ?? 0, list.at(-1)?.version ?? 0];
      const wanted = { kind: "article" as const, id, version: first, present, reason: REASON };
      return () => world.staff(adminVersionApi.revert, { body: wanted });
    },
    stays: { ...writtenAgain("articles"), ...HISTORY },
  },
  "content.rewrite": {
    async prepare(world) {
      const id = await article(world);
      const at = { kind: "article" as const, id };
      const {
        name: _,
        owner: __,
        classifications: ___,
        ...held
      } = await world.staff(adminRewriteApi.get, { params: at });
      const body = { ...held, ...at, title: "改过的标题", tags: ["协作"], reason: REASON };
      return () => world.staff(adminRewriteApi.put, { body });
    },
    stays: { ...writtenAgain("articles"), ...HISTORY },
  },
  "question.merge": {
    async prepare(world) {
      const [from, into] = [await livelyQuestion(world), await livelyQuestion(world)];
      await world.pass();
      return () => world.staff(adminMergeApi.questions, { body: { from, into, reason: "同一个问题" } });
    },
  },
  ...Object.fromEntries(
    (["keep", "remove", "handled"] as const).map((action): [string, UndoSample] => [
      `report.${action}`,
      {
        async prepare(world) {
          const items = [await reported(world)];
          const rule = action === "remove" ? "spam" : "";
          return () => world.staff(adminReportApi.decide, { body: { items, action, rule } });
        },
      },
    ]),
  ),
  "review.approve": {
    async prepare(world) {
      const item = await waiting(world);
      return () => decide(world.staff, item, "approve");
    },
  },
  "review.refuse": {
    async prepare(world) {
      const item = await waiting(world);
      return () => decide(world.staff, item, "refuse");
    },
  },
  "appeal.grant": answerAppeal("grant"),
  "appeal.keep": answerAppeal("keep"),
};
