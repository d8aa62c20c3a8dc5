import { type Banner, configApi } from "#app/contract/site/config";
import { implement } from "#upstream/call/implement";
import { followedUserIds } from "#upstream/viewer/follows";
import { recommendedAuthors } from "./recommended-authors";
import { readSetting, type Setting } from "./settings";
import { readSiteTexts } from "./site-texts";

export const config = implement(configApi, {
  async banner(_, call) {
    return picturesView(await readSetting(call, "banner"));
  },

  async footer(_, call) {
    return readSetting(call, "footer");
  },

  async logo(_, call) {
    const logo = await readSetting(call, "logo");
    const navigation = await readSetting(call, "navigation");
    const { off } = await readSetting(call, "parts");
    const verification = setCodes(await readSetting(call, "verification"));
    return {
      ...logo,
      ...(navigation.length > 0 && { navigation }),
      ...(off.length > 0 && { off }),
      ...(Object.keys(verification).length > 0 && { verification }),
    };
  },

  async poster(_, call) {
    return picturesView(await readSetting(call, "poster"));
  },

  async recommendAuthor(_, call) {
    const { authors, keys } = await recommendedAuthors(call);
    call.dependsOn(...keys);
    const viewerId = call.viewer?.userId ?? null;
    const ids = authors.map(({ userId }) => userId);
    const followed = await followedUserIds(call.db, viewerId, ids);
    return authors.map((author) => ({
      ...author,
      viewer: { followed: followed.has(author.userId), me: author.userId === viewerId },
    }));
  },

  async text({ query }, call) {
    const keys = query.keys.split(",").map((key) => key.trim());
    return readSiteTexts(call, keys);
  },
});

/** The verification codes that are set. */
const setCodes = (codes: Setting<"verification">): Partial<Setting<"verification">> =>
  Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== ""));

/** Pictures as readers see them; scheduled ones are omitted. */
const picturesView = (pictures: Setting<"banner">): Banner[] =>
  pictures.flatMap(({ startsAt, endsAt: _, ...picture }) => (startsAt ? [] : [picture]));
