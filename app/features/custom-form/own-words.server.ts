import type { FormDetail } from "#app/contract/content/form";
import { OWN_SUBMISSIONS_SHOWN } from "#app/contract/limits";

/** Words around the list of a member's own submissions: here, because readers' scripts have no room for them. */
export type OwnWords = { title: string; withdraw: string; notes: string[] };

/** Words for a form's own submissions: as sign-ups, if the form is only used by one activity. */
export function ownWords({ own, activityId }: Pick<FormDetail, "own" | "activityId">): OwnWords {
  const isOpen = own.some(({ withdrawable }) => withdrawable);
  const [title, withdraw, hint] =
    activityId === null
      ? ["我交过的", "撤回这一份", "写错了？撤回之后可以再填一次。"]
      : ["我的报名", "取消报名", "不能参加了？取消之后名额让给别人，想参加可以再报。"];
  const cut = `只列出最近的 ${OWN_SUBMISSIONS_SHOWN} 份，撤回一些后会列出更早的。`;
  const notes = [...(isOpen ? [hint] : []), ...(own.length === OWN_SUBMISSIONS_SHOWN ? [cut] : [])];
  return { title, withdraw, notes };
}
