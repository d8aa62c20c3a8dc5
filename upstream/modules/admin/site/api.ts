import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site/site";
import { PART_NAMES } from "#app/contract/parts";
import type { StaffCall } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import {
  findSetting,
  findSettings,
  type Setting,
  type SettingKey,
  type StoredSetting,
} from "#upstream/modules/config/settings";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";
import { findPicture } from "#upstream/modules/upload/find-picture";
import { changeSetting, undoSetting } from "./change-setting";
import { countParts } from "./count-parts";
import { groupedLinks, linksOf } from "./footer-links";

type PlaceRow = {
  title: string;
  subtitle: string;
  href: string;
  picture: string;
  startsAt: string | null;
  endsAt: string | null;
};

const handlers: Handlers<typeof adminSiteApi> = {
  async get(_, { db }) {
    const keys = [
      "logo",
      "navigation",
      "parts",
      "footer",
      "verification",
      "banner",
      "poster",
      "recommend-author",
    ] as const;
    const found = await findSettings(db, keys);
    const { logo, navigation, parts, footer, verification, banner, poster, "recommend-author": authors } = found;
    const { name, url, urlDark, accent = "green", icon } = logo.value;
    const { groups, icp, police, copyright } = footer.value;
    return {
      logo: { name, picture: url ?? "", pictureDark: urlDark ?? "", accent, icon: icon ?? "", ...readOf(logo) },
      navigation: { links: navigation.value, ...readOf(navigation) },
      parts: { ...parts.value, ...readOf(parts) },
      footer: { links: linksOf(groups), icp, police, copyright, ...readOf(footer) },
      verification: { ...verification.value, ...readOf(verification) },
      banner: { ...placeView(banner.value), ...readOf(banner) },
      poster: { ...placeView(poster.value), ...readOf(poster) },
      author: { people: await peopleOf(db, authors.value), ...readOf(authors) },
    };
  },

  async putLogo({ body: { version, name, picture, pictureDark, accent, icon: iconPicture } }, call) {
    const { value: held } = await findSetting(call.db, "logo");
    const known = [held.url, held.urlDark, held.icon ?? null];
    const url = await addressOf(call, picture, { known, field: "picture" });
    const urlDark = await addressOf(call, pictureDark, { known, field: "pictureDark" });
    const icon = await addressOf(call, iconPicture, { known, field: "icon" });
    if (urlDark && !url) throw invalid({ picture: "先选一张浅色背景上用的图片" });
    return change(call, "logo", { version, value: { name, url, urlDark, accent, icon } });
  },

  putNavigation: ({ body: { version, links } }, call) => change(call, "navigation", { version, value: links }),

  async parts(_, call) {
    const stored = await findSetting(call.db, "parts");
    const { rights, ...totals } = await countParts(call);
    const parts = PART_NAMES.map((part) => ({ part, on: !stored.value.off.includes(part), total: totals[part] }));
    return { parts, rights, ...readOf(stored) };
  },

  putParts: ({ body: { version, off } }, call) =>
    change(call, "parts", { version, value: { off: PART_NAMES.filter((part) => off.includes(part)) } }),

  putFooter: ({ body: { version, links, ...rest } }, call) =>
    change(call, "footer", { version, value: { groups: groupedLinks(links), ...rest } }),

  putVerification: ({ body: { version, ...codes } }, call) => change(call, "verification", { version, value: codes }),

  putBanner: async ({ body: { version, rows } }, call) =>
    change(call, "banner", { version, value: await placeValue(call, "banner", rows) }),

  putPoster: async ({ body: { version, rows } }, call) =>
    change(call, "poster", { version, value: await placeValue(call, "poster", rows) }),

  async putAuthor({ body: { version, people } }, call) {
    const ids = people.map(({ userId }) => userId);
    const known = new Set((await peopleOf(call.db, ids)).map(({ userId }) => userId));
    const wrong = ids.flatMap((userId, at) => {
      if (!known.has(userId)) return [[`people.${at}.userId`, "没有这位用户，或账号已注销"]];
      return ids.indexOf(userId) < at ? [[`people.${at}.userId`, "这位用户已经在上面了"]] : [];
    });
    if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
    return change(call, "recommend-author", { version, value: ids });
  },
};

export const adminSite = implement(adminSiteApi, handlers, { "site.put": undoSetting });

const readOf = ({ version, updatedAt }: StoredSetting<SettingKey>) => ({ version, updatedAt });

const placeView = (rows: Setting<"banner">): Pick<SiteSettings["banner"], "rows"> => ({
  rows: rows.map(({ image, title, subtitle, href, startsAt = null, endsAt = null }) => ({
    title,
    subtitle,
    href,
    picture: image,
    startsAt,
    endsAt,
  })),
});

/** People in this order, without missing accounts. */
async function peopleOf(db: Db, ids: readonly number[]): Promise<SiteSettings["author"]["people"]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "nickname", "avatar", "headline"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  const people = new Map(rows.map(({ id, ...person }) => [id, { userId: id, ...person }]));
  return ids.flatMap((userId) => people.get(userId) ?? []);
}

/** @throws BusinessError INVALID_PARAMS by field if a picture was not uploaded here, unless it is unchanged */
async function addressOf(
  call: StaffCall,
  url: string,
  { known, field }: { known: readonly (string | null)[]; field: string },
): Promise<string | null> {
  if (!url) return null;
  if (known.includes(url)) return url;
  const picture = await findPicture(call, url);
  if (!picture) throw invalid({ [field]: "请上传一张图片" });
  return picture.url;
}

/** @throws BusinessError INVALID_PARAMS by field if a picture was not uploaded here, unless it is unchanged */
async function placeValue(
  call: StaffCall,
  key: "banner" | "poster",
  rows: readonly PlaceRow[],
): Promise<Setting<"banner">> {
  const stored = (await findSetting(call.db, key)).value;
  const held = stored.map(({ image }) => image);
  const now = (await call.databaseClock()).toISOString();
  const value: Setting<"banner"> = [];
  for (const [at, { picture, title, startsAt, endsAt, ...rest }] of rows.entries()) {
    if (endsAt && endsAt <= now) throw invalid({ [`rows.${at}.endsAt`]: "撤下的时间要在现在以后" });
    if (endsAt && startsAt && endsAt <= startsAt) throw invalid({ [`rows.${at}.endsAt`]: "要晚于出现的时间" });
    const image = await chosenPicture(call, picture, { held, field: `rows.${at}.picture`, alt: title });
    value.push({
      id: at + 1,
      title,
      ...rest,
      image,
      ...(startsAt && startsAt > now ? { startsAt } : {}),
      ...(endsAt ? { endsAt } : {}),
    });
  }
  return value;
}

const change = <K extends SettingKey>(
  call: StaffCall,
  key: K,
  setting: { value: Setting<K>; version: number },
): Promise<{ version: number }> => changeSetting(call, key, { ...setting, action: "site.put", kind: "site" });
