import { setupApi } from "#app/contract/admin/console";
import { implement } from "#upstream/call/implement";
import { claimSite, setupState } from "./claim";

export const setup = implement(setupApi, {
  async state(_, call) {
    // Owners come and go with members, and so do texts.
    call.dependsOn("users");
    return setupState(call);
  },

  claim: ({ body }, call) => claimSite(call, body),
});
