import { setupApi } from "#app/contract/admin/system/console";
import { implement } from "#upstream/call/implement";
import { claimSite, setupState } from "./claim";

export const setup = implement(setupApi, {
  async state(_, call) {
    // Owners and texts change together with members.
    call.dependsOn("users");
    return setupState(call);
  },

  claim: ({ body }, call) => claimSite(call, body),
});
