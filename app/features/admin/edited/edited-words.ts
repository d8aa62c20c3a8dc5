import type { EditedKind } from "#app/contract/admin/edited";

/** Labels in the console for each kind of staff-written content. */
export const EDITED_WORDS: Record<
  EditedKind,
  { name: string; write: string; change: string; see: string; one: string; empty: string }
> = {
  announcement: {
    name: "公告",
    write: "写公告",
    change: "修改公告",
    see: "看公告",
    one: "则公告",
    empty: "还没有公告。发布的公告会出现在首页旁边和公告页。",
  },
  activity: {
    name: "活动",
    write: "办活动",
    change: "修改活动",
    see: "看活动",
    one: "场活动",
    empty: "还没有活动。发布的活动会出现在活动页，可以用表单报名。",
  },
  case: {
    name: "案例",
    write: "写案例",
    change: "修改案例",
    see: "看案例",
    one: "个案例",
    empty: "还没有案例。发布的案例会出现在首页和案例页，可以附一份报告。",
  },
};
