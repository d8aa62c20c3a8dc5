import { z } from "zod";
import { count, cursorQuery, nothing, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { BODY_MAX, DOCUMENT_DOWNLOAD_TIMEOUT, TITLE_MAX } from "#app/contract/limits";
import { agreementKeys, CHANGES_MAX } from "#app/contract/people/agreements";
import { decimal } from "#app/contract/text/decimal";

const key = z.enum(agreementKeys);

/** A version as its publishers see it. */
const publishedVersion = z.object({
  version: z.number(),
  title: z.string(),
  changes: z.string(),
  effectiveAt: time,
  state: z.enum(["past", "current", "coming"]),
  /** Whether members who accepted an older version, or none, are asked. */
  askAgain: z.boolean(),
  publishedAt: time,
  /** Nickname; null for texts from before versions were stored. */
  publishedBy: z.string().nullable(),
  /** Number of members who accepted it. */
  consents: count,
});

const agreementState = z.object({
  key,
  name: z.string(),
  path: z.string(),
  /** Newest first; empty if never published. */
  versions: z.array(publishedVersion),
  /** Number of open accounts. */
  members: count,
  /** Number of them who accepted the current version. */
  agreed: count,
});

const version = decimal(z.number().int().positive());
const person = z.object({ userId: z.number(), nickname: z.string() });

/** Calls on agreements, for their publishers. */
export const adminAgreementApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/agreement",
    permission: "agreement.read",
    summary: "后台：每份协议的版本，各有多少人同意",
    data: z.array(agreementState),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/agreement/:key",
    permission: "agreement.read",
    summary: "后台：一份协议的版本，以及写下一版时的底稿（最新一版，没有时为模板）",
    params: z.object({ key }),
    data: agreementState.extend({
      draft: z.object({ title: z.string(), content: z.string(), fromTemplate: z.boolean() }),
    }),
  }),
  consents: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/agreement/:key/consent",
    permission: "agreement.read",
    summary: "后台：谁在何时同意了一份协议的哪一版，新的在前；或者谁还没有同意现行的一版",
    params: z.object({ key }),
    query: cursorQuery.extend({
      /** A single version; all by default. */
      version: version.optional(),
      /** `missing`: members who have not accepted the current version, newest first. */
      state: z.enum(["agreed", "missing"]).default("agreed"),
      /** Part of a nickname, a member's number, or the last digits of a phone number. */
      q: text("谁", { max: 60 }).optional(),
    }),
    data: z.object({
      list: z.array(person.extend({ version: z.number().nullable(), at: time.nullable() })),
      nextCursor: z.string().nullable(),
    }),
  }),
  exportConsents: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/agreement/consent/export",
    permission: "agreement.read",
    summary: "后台：谁在何时、从哪里同意了一份协议的哪一版，CSV 文件；导出会记入日志",
    body: z.object({ key, version: version.optional() }),
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
  publish: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/agreement",
    permission: "agreement.manage",
    summary: "后台：发布一份协议的新版本；还有【空白】没填、或别人刚发布过时拒绝",
    body: z.object({
      key,
      /** The newest version that was read; 0 for none. */
      version: z.number().int().nonnegative(),
      title: text("标题", { min: 2, max: TITLE_MAX }),
      /** Markdown. */
      content: text("正文", { min: 1, max: BODY_MAX }),
      changes: text("改了什么", { max: CHANGES_MAX }).default(""),
      /** Effective date in China (`2026-12-01`); immediately if empty. */
      effectiveOn: z.union([z.literal(""), z.iso.date("日期写作 2026-12-01 这样")]).default(""),
      askAgain: z.boolean().default(false),
    }),
    data: z.object({ version: z.number() }),
  }),
  withdraw: staffEndpoint({
    method: "DELETE",
    path: "/api/ext/admin/agreement",
    permission: "agreement.manage",
    summary: "后台：撤回一个尚未生效的版本",
    body: z.object({ key, version: z.number().int().positive(), reason: text("原因", { max: 200 }).default("") }),
    data: nothing,
  }),
};
