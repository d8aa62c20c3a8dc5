import { randomBytes, randomUUID } from "node:crypto";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addRefused } from "#tests/upstream/support/refused-text";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { type Seed, seedWorld } from "#tests/world/seed-world";
import { issueToken } from "#upstream/db/one-time-tokens";
import { hashToken } from "#upstream/db/token-hash";
import { removeThing } from "#upstream/modules/admin/content/remove";
import { changeText } from "#upstream/modules/content/change-text";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { newObjectKey } from "#upstream/services/storage/object-key";

/** Callers: anonymous, closed account, another member, one without a phone number, the owner. */
export const CALLERS = ["anonymous", "closed", "other", "phoneless", "owner"] as const;
export type Caller = (typeof CALLERS)[number];

/** Secrets that only the owner may read; each is stored in one place only. */
export const SECRETS = {
  draft: "未发表的草稿密件",
  trash: "已删除的文章密件",
  removed: "被移除的文章密件",
  news: "系统消息密件",
  device: "登录设备密件",
  submission: "表单回答密件",
  review: "待审内容密件",
  report: "举报说明密件",
  file: "上传的文件名密件",
  phone: "13911110000",
  mail: "mijian@example.com",
} as const;
export type Secret = keyof typeof SECRETS;

export type AccessWorld = {
  upstream: TestUpstream;
  write: Writer;
  seed: Seed;
  people: Record<"other" | "phoneless" | "owner" | "closed", number>;
  /** A private folder of the owner's. */
  folder: number;
  /** Target of the owner's secret draft. */
  draftTarget: string;
  /** Token of a new session each time, since some calls end theirs. */
  tokenOf(caller: Caller): Promise<string | undefined>;
  /** Creates a new item of the owner's, for calls that change it. */
  fresh: {
    question(): Promise<number>;
    answer(): Promise<number>;
    article(): Promise<number>;
    /** An article with an earlier version. */
    changedArticle(): Promise<number>;
    comment(): Promise<number>;
    folder(): Promise<number>;
    /** A comment of the owner's held for review. */
    held(): Promise<number>;
    /** A text of the owner's that staff have refused. */
    refused(): Promise<number>;
    /** A text in the trash. */
    deleted(): Promise<number>;
    /** A file that is uploaded but not confirmed. */
    upload(): Promise<string>;
    /** A session of the owner, by its name in the list. */
    session(): Promise<string>;
    /** Number of a pending order. */
    order(): Promise<string>;
    captchaPass(): Promise<string>;
    /** A code sent to an unused number, or to the owner's. */
    code(purpose: Parameters<typeof sentCode>[2], phone: string): Promise<string>;
  };
  /** An unused number. */
  newPhone(): string;
  /** Resets all rate limits. */
  forgetLimits(): Promise<void>;
  /** All rows that a refused call must not change, as text. */
  state(): Promise<Record<string, string>>;
  close(): Promise<void>;
};

const PIXEL = Buffer.from("R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

/** Creates one of everything, people with different rights, and private data of the owner's. */
export async function createAccessWorld(): Promise<AccessWorld> {
  let now = Date.now() - 24 * 3600 * 1000;
  const upstream = await createTestUpstream({
    clock: () => new Date(now),
  });
  const { services } = upstream;
  const { db } = services;
  const write = createWriter(upstream);
  const seed = await seedWorld(upstream, write);
  const people = {
    owner: await addProfessional(upstream, "主人", SECRETS.phone),
    other: await upstream.addUser("别人", "8613922220000"),
    phoneless: await upstream.addUser("无号码的人"),
    closed: await upstream.addUser("离开的人", "8613933330000"),
  };
  const { owner } = people;
  await write.inside((trx) => deleteUser(trx, services, people.closed));

  const tokenOf = async (caller: Caller) => (caller === "anonymous" ? undefined : upstream.tokenOf(people[caller]));
  const at = () => new Date(now).toISOString();
  const question = () => write.question({ authorId: owner });
  const article = (title = "主人的文章一篇") => write.article({ authorId: owner, title });
  const changedArticle = async () => {
    const id = await article();
    const mended = await prepareWritten(services, "article", {
      authorId: owner,
      title: "改过的文章一篇",
      content: "改",
      tags: [],
    });
    await write.inside((trx) => changeText(trx, services, { kind: "article", id, version: 1, text: mended }));
    return id;
  };
  const deleted = async () => {
    const id = await article(SECRETS.trash);
    await write.inside((trx) => softDelete(trx, services, "article", id));
    return id;
  };
  const upload = async () => {
    const key = newObjectKey("content", "gif", services.clock());
    const file = { owner_id: owner, file_name: SECRETS.file, content_type: "image/gif", bytes: PIXEL.byteLength };
    await db
      .insertInto("objects")
      .values({ key, ...file, created_at: at() })
      .execute();
    await services.objects.put(`upload/${key.slice("content/".length)}`, PIXEL, "image/gif");
    return key;
  };
  let folders = 0;
  const folder = async () => {
    folders += 1;
    const row = { user_id: owner, name: `收藏夹 ${folders}`, shown: 0, place: folders, created_at: at() } as const;
    return (await db.insertInto("favorite_folders").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const session = async () => hashToken(await upstream.tokenOf(owner)).slice(0, 24);
  /** A held text with the given content. */
  const held = async (words: string) => {
    const place = { targetKind: "article", targetId: seed.article, replyToId: null };
    const { id } = await db
      .insertInto("reviews")
      .values({
        author_id: owner,
        kind: "comment",
        word: "词",
        created_at: at(),
        decided_at: null,
        target_id: null,
        published_id: null,
        fields: JSON.stringify({ ...place, text: words }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };

  await deleted();
  const removedId = await article(SECRETS.removed);
  const reason = "含有不实的内容";
  await write.inside((trx) =>
    removeThing(trx, services, { kind: "article", id: removedId }, { by: people.other, reason }),
  );
  await upload();
  await held(SECRETS.review);
  // For a text whose publication would not delete the draft.
  const draftTarget = `question/${seed.question}/answer`;
  const fields = JSON.stringify({ title: SECRETS.draft, content: SECRETS.draft });
  await db
    .insertInto("drafts")
    .values({ user_id: owner, target: draftTarget, base_version: 0, updated_at: at(), fields })
    .execute();
  await db
    .insertInto("news")
    .values({
      user_id: owner,
      kind: "system",
      verb: "system",
      actor_id: 0,
      target_kind: "page",
      target_id: 0,
      source_kind: "",
      source_id: 0,
      group_key: "system",
      created_at: at(),
      visible_at: at(),
      read_at: null,
      hidden_at: null,
      title: SECRETS.news,
      excerpt: SECRETS.news,
    })
    .execute();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(randomBytes(32).toString("hex")),
      user_id: owner,
      device: SECRETS.device,
      created_at: at(),
      expires_at: new Date(now + 1e10).toISOString(),
    })
    .execute();
  await db
    .insertInto("form_submissions")
    .values({
      form_id: seed.form,
      user_id: owner,
      once_by: null,
      created_at: at(),
      answers: JSON.stringify({ name: SECRETS.submission }),
    })
    .execute();
  await db
    .insertInto("reports")
    .values({
      reporter_id: owner,
      target_kind: "user",
      target_id: people.other,
      reason: "other",
      detail: SECRETS.report,
      created_at: at(),
    })
    .execute();
  await db
    .insertInto("mail_addresses")
    .values({ user_id: owner, address: SECRETS.mail, confirmed_at: at(), stopped_at: null })
    .execute();
  await db.updateTable("users").set({ collections_private: 1 }).where("id", "=", owner).execute();
  for (const [target_kind, target_id] of [
    ["article", seed.article],
    ["case", seed.case],
  ] as const) {
    await db.insertInto("favorites").values({ user_id: owner, target_kind, target_id, created_at: at() }).execute();
  }
  await db
    .updateTable("users")
    .set({ article_favorite_count: 1, case_favorite_count: 1 })
    .where("id", "=", owner)
    .execute();
  const file = { key: "report/202601/a.pdf", fileName: "报告.pdf", bytes: 9 };
  await db
    .updateTable("cases")
    .set({ report: JSON.stringify(file) })
    .where("id", "=", seed.case)
    .execute();

  let numbers = 0;
  return {
    upstream,
    write,
    seed,
    people,
    draftTarget,
    folder: await folder(),
    tokenOf,
    fresh: {
      question,
      article,
      changedArticle,
      deleted,
      upload,
      folder,
      session,
      held: () => held("等待审核"),
      refused: () => addRefused(db, owner),
      answer: async () => write.answer({ authorId: owner, questionId: await question() }),
      comment: () => write.comment({ authorId: owner, targetKind: "article", targetId: seed.article }),
      order: async () => {
        const body = { channel: "native", offerId: seed.offer, requestId: randomUUID() } as const;
        return (await upstream.call(zhikuOrderApi.create, { body }, { token: await upstream.tokenOf(owner) })).order
          .orderNo;
      },
      captchaPass: () => issueToken(db, services, { purpose: "captcha-pass", payload: "text", lifetime: 60_000 }),
      code: (purpose, phone) => sentCode(upstream, phone, purpose, owner),
    },
    newPhone: () => `137${String(++numbers).padStart(8, "0")}`,
    forgetLimits: async () => {
      now += 60_000;
      await db.deleteFrom("rate_limits").execute();
    },
    state: () => databaseState(db),
    close: () => upstream.close(),
  };
}
