import { adminStartApi } from "#app/contract/admin/system/start";
import { implement } from "#upstream/call/implement";
import { consumeLimits } from "#upstream/policy/limits";
import { staffWrite } from "#upstream/policy/staff-write";
import { startChecks } from "./checks";
import { TRIALS } from "./trials";

export const adminStart = implement(adminStartApi, {
  async get({ query: { only } }, call) {
    const checks = await startChecks(call, { counted: only === undefined });
    return { checks: only ? checks.filter(({ state }) => state === only) : checks };
  },

  async try({ body: { what } }, call) {
    await consumeLimits(call.db, call, [{ limit: "trialHour", subject: "all" }]);
    const message = await TRIALS[what](call);
    return staffWrite(call, async (_, note) => {
      note({ action: "start.try", kind: "start", target: what, before: null, after: { message } });
      return { message };
    });
  },
});
