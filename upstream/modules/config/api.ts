import { configApi } from "#app/contract/config";
import { implement } from "../../http/implement";
import { recommendedAuthors } from "./recommended-authors";
import { readSetting } from "./settings";
import { readTexts } from "./texts";

export const config = implement(configApi, {
  async banner(_, call) {
    call.dependsOn("config");
    return readSetting(call, "banner");
  },

  async footer(_, call) {
    call.dependsOn("config");
    return readSetting(call, "footer");
  },

  async logo(_, call) {
    call.dependsOn("config");
    return readSetting(call, "logo");
  },

  async poster(_, call) {
    call.dependsOn("config");
    return readSetting(call, "poster");
  },

  async recommendAuthor(_, call) {
    const { authors, keys } = await recommendedAuthors(call);
    call.dependsOn(...keys);
    return authors;
  },

  async text({ query }, call) {
    call.dependsOn("config");
    const keys = query.keys.split(",").map((key) => key.trim());
    return readTexts(call, keys);
  },
});
