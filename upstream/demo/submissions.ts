import type { FormField } from "#app/contract/content/form";
import { formValuesSchema } from "#app/contract/content/form-values";
import type { Services } from "#upstream/call/context";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { Chance } from "./chance";
import { daysAgo } from "./demo-time";
import type { People } from "./people";

const REASONS = [
  "写到一半切去查资料，回来光标跳到了文首，每次都要重新找写到哪一段。",
  "手机上插图只能一张一张选，一篇教程二十几张截图要点半小时。",
  "表格在窄屏上挤成一团，想横着滑又会触发返回上一页。",
  "知识库里读到第三章关掉，第二天打开又从第一章开始，找不到进度。",
  "搜索只记得正文里的半句话时，经常要换三四个词才搜得到。",
  "用读屏软件时工具栏的按钮只念“按钮”，不知道哪个是加粗。",
] as const;
const ROLES = ["product", "operations", "engineering", "design", "data", "writing", "student"] as const;
const DEVICES = ["windows", "mac", "android", "ios"] as const;
const FEATURES = ["editor", "reader", "search", "mobile", "a11y"] as const;
const PEOPLE = 12;
/** The first of this many is handled already. */
const HANDLED_OF = 4;

/** Submits a form as readers, following its rules; some submissions are handled. */
export async function fillInForm(
  { db, clock }: Services,
  { people, formId, chance }: { people: People; formId: number; chance: Chance },
): Promise<void> {
  const { fields } = await db.selectFrom("forms").select("fields").where("id", "=", formId).executeTakeFirstOrThrow();
  const values = formValuesSchema(fromJson<FormField[]>(fields));
  const rows = chance.sample(people.readers, PEOPLE).map((userId, at) => ({
    form_id: formId,
    user_id: userId,
    once_by: null,
    created_at: daysAgo(clock(), chance.between(0, 6), chance),
    state: at % HANDLED_OF === 0 ? ("handled" as const) : ("new" as const),
    staff_note: at === 0 ? "已发邀请邮件" : "",
    answers: toJson(
      values.parse({
        nickname: `读者${userId}`,
        email: `reader${userId}@example.com`,
        role: chance.pick(ROLES),
        years: String(chance.between(0, 15)),
        features: chance.sample(FEATURES, chance.between(1, 3)),
        device: chance.pick(DEVICES),
        reason: REASONS[at % REASONS.length],
      }),
    ),
  }));
  await db.insertInto("form_submissions").values(rows).execute();
}
