import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { BaseInfo, ClientUser } from "#app/contract/people/user";
import { authorView } from "#upstream/modules/author/author";
import type { findAccount, findBaseInfo } from "./queries";

/** Row of a member's public profile with its counts. */
export type BaseInfoRow = NonNullable<Awaited<ReturnType<typeof findBaseInfo>>>;
/** Row of a member's account, including data that only the member may see. */
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const COUNTRY_CODE = /^86(?=1\d{10}$)/;

/** A stored phone number as it is typed: 13800000000. */
export const localPhone = (phone: string | null): string | null => phone?.replace(COUNTRY_CODE, "") ?? null;

/** A stored phone number as its owner is shown it: 138****0000. */
export function maskPhone(phone: string | null): string | null {
  return localPhone(phone)?.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2") ?? null;
}

/** Maps a public profile; counts of private collections are only shown to their owner. */
export function baseInfoView(row: BaseInfoRow, viewer: BaseInfo["viewer"]): BaseInfo {
  const collectionsPrivate = row.collections_private === 1;
  const hidden = collectionsPrivate && !viewer.me;
  return {
    ...authorView(row),
    bio: row.bio,
    company: row.company,
    city: row.city,
    joinedAt: row.created_at,
    ...(Object.fromEntries(kindsWith("owned").map((kind) => [`${kind}Count`, row[`${kind}_count`]])) as Record<
      `${KindWith<"owned">}Count`,
      number
    >),
    followCount: row.follow_count,
    fansCount: row.fans_count,
    followQuestionCount: row.follow_question_count,
    ...(Object.fromEntries(
      kindsWith("favoritable").map((kind) => [`${kind}FavoriteCount`, hidden ? 0 : row[`${kind}_favorite_count`]]),
    ) as Record<`${KindWith<"favoritable">}FavoriteCount`, number>),
    likedCount: row.liked_count,
    collectionsPrivate,
    viewer,
  };
}

/** A member as they see themselves; the phone number is masked. */
export function clientUserView(row: AccountRow): ClientUser {
  return {
    phone: maskPhone(row.phone),
    hasPassword: row.password_hash !== null,
    weixinBound: row.weixin_nickname !== null,
    registrationPending: row.registration_pending === 1,
    staff: row.staff_role !== null,
    ...authorView(row),
  };
}
