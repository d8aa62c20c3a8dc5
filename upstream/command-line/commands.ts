import { adminAnnouncementApi } from "#app/contract/admin/content/announcement";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { adminFiguresApi } from "#app/contract/admin/desk/figures";
import { adminUserApi } from "#app/contract/admin/user/user";
import type { CallData, CallInput } from "#app/contract/endpoint";
import { houseRuleApi } from "#app/contract/moderation/house-rule";
import { DAY } from "#runtime/time-units";
import { figuresCsv } from "#upstream/modules/figures/csv";
import { chinaTime } from "#upstream/text/china-time";
import { BACKUP_COMMANDS } from "./backup-commands";
import { BadUsage, type Command } from "./command";
import { CONTENT_COMMANDS } from "./content-commands";
import { DOCUMENT_COMMANDS } from "./document-commands";
import { EXPORT_COMMANDS } from "./export-commands";
import { FORM_COMMANDS } from "./form-commands";
import { MAIL_COMMANDS } from "./mail-commands";
import { MOVE_COMMANDS } from "./move-commands";
import { OFFER_COMMANDS } from "./offer-commands";
import { ORDER_COMMANDS } from "./order-commands";
import { PERSON_COMMANDS } from "./person-commands";
import { userIdIn } from "./read-options";
import { readText } from "./read-text";
import { RECORD_COMMANDS } from "./record-commands";
import { REVIEW_COMMANDS } from "./review-commands";
import { SANCTION_COMMANDS } from "./sanction-commands";
import { SITE_COMMANDS } from "./site-commands";
import { STAFF_COMMANDS } from "./staff-commands";
import { SYSTEM_COMMANDS } from "./system-commands";
import { TAXONOMY_COMMANDS } from "./taxonomy-commands";
import { WORD_COMMANDS } from "./word-commands";
import { ZHIKU_COMMANDS } from "./zhiku-commands";

/** All commands, by noun and verb. */
export const COMMANDS: Record<string, Command> = {
  ...STAFF_COMMANDS,
  "user find": {
    usage: "昵称、编号或手机号",
    text: "查找用户；手机号打码",
    example: "13900000001",
    run: ({ caller, words: [q] }) => caller(adminUserApi.list, { query: { q: q ?? "" } }),
  },
  "user purge": {
    usage: "--id 用户编号 --reason 原因",
    text: "清除垃圾账号：封禁、结束登录、移除他写的全部内容、举报与互动；--dry-run 只说会动多少",
    example: "--id 12 --reason 只发广告 --dry-run",
    async run({ caller, options, flags }) {
      const body = { userId: userIdIn(options), reason: options.reason ?? "" };
      const purge = async () => (await caller(adminUserApi.purge, { body })) as CallData<typeof adminUserApi.purge>;
      let done = await purge();
      while (!flags?.dryRun && done.left > 0) done = await purge();
      return done;
    },
  },
  ...SANCTION_COMMANDS,
  ...PERSON_COMMANDS,
  "announcement add": {
    usage: "文件.md --title 标题",
    text: "把一个 Markdown 文件发布为公告",
    example: "维护.md --title 今晚维护",
    async run({ caller, options, words: [file], from }) {
      if (!file) throw new BadUsage("要有一个文件");
      const content = await readText(from, file);
      return caller(adminAnnouncementApi.add, { body: { title: options.title ?? "", content } });
    },
  },
  "rule list": {
    usage: "",
    text: "列出社区规则",
    example: "",
    async run({ caller }) {
      const rules = (await caller(houseRuleApi.list, {})) as CallData<typeof houseRuleApi.list>;
      return rules.map(({ key, name }) => `${key}  ${name}`).join("\n");
    },
  },
  ...CONTENT_COMMANDS,
  ...REVIEW_COMMANDS,
  ...WORD_COMMANDS,
  "message send": {
    usage: "--title 标题 [--text 正文] [--path /地址] [--ids 编号,编号]",
    text: "给全体用户，或这些编号的用户，发一条系统消息；--dry-run 只说会发给多少人",
    example: "--title 今晚维护 --text 二十三点起 --path /announcement",
    async run({ caller, options: { title = "", text, path, ids }, flags }) {
      const to = ids === undefined ? { to: "all" } : { to: "members", memberIds: ids };
      const body = { title, text, path, ...to } as CallInput<typeof adminMessageApi.add>["body"];
      const { id, recipients } = (await caller(adminMessageApi.add, { body })) as CallData<typeof adminMessageApi.add>;
      if (flags?.dryRun) return `将发给 ${recipients} 人`;
      await caller(adminMessageApi.send, { body: { id, version: 1 } });
      return `已发给 ${recipients} 人`;
    },
  },
  figures: {
    usage: "[--csv] [--from 2026-01-01] [--to 2026-01-31] [--step day|week|month]",
    text: "打印一段日子的数据，默认最近 30 天",
    example: "--csv --from 2026-01-01 --to 2026-01-31 --step week",
    async run({ caller, options, flags, upstream }) {
      const to = options.to ?? chinaTime(upstream.services.clock()).slice(0, 10);
      const from = options.from ?? new Date(Date.parse(to) - 29 * DAY).toISOString().slice(0, 10);
      const query = { from, to, ...(options.step ? { step: options.step as "day" } : {}) };
      const figures = (await caller(adminFiguresApi.get, { query })) as CallData<typeof adminFiguresApi.get>;
      return flags?.csv ? figuresCsv(figures) : figures;
    },
  },
  ...TAXONOMY_COMMANDS,
  ...DOCUMENT_COMMANDS,
  ...OFFER_COMMANDS,
  ...ZHIKU_COMMANDS,
  ...ORDER_COMMANDS,
  ...SITE_COMMANDS,
  ...FORM_COMMANDS,
  ...SYSTEM_COMMANDS,
  ...BACKUP_COMMANDS,
  ...EXPORT_COMMANDS,
  ...MAIL_COMMANDS,
  ...MOVE_COMMANDS,
  ...RECORD_COMMANDS,
};
