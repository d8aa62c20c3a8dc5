import { glanceApi } from "#app/contract/reading/glance";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { glanceAt } from "./glance";

export const glance = implement(glanceApi, {
  async get({ query: { kind, id } }, call) {
    return show(call, await glanceAt(call.db, kind, id));
  },
});
