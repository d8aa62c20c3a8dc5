import { adminLimitApi } from "#app/contract/admin/system/limit";
import { type KeptLimit, keptLimits } from "#app/contract/admin/system/limit-names";
import type { Services } from "#upstream/call/context";
import { type Handlers, implement } from "#upstream/call/implement";
import { changeSetting, undoSetting } from "#upstream/modules/admin/site/change-setting";
import { findSetting } from "#upstream/modules/config/settings";
import { refreshLimits } from "#upstream/modules/limit/refresh";
import { UPLOAD_MEGABYTES_PER_DAY } from "#upstream/modules/upload/rules";
import { LIMITS, type LimitName } from "#upstream/policy/limits";

const LOGGED = { action: "limit.put", kind: "limit" } as const;

const handlers: Handlers<typeof adminLimitApi> = {
  async get(_, { db, config }) {
    const { value, version, updatedAt } = await findSetting(db, "limits");
    const limits = keptLimits.map((name) => ({
      name,
      value: value[name] ?? null,
      default: defaultOf(config, name),
    }));
    return { limits, version, updatedAt };
  },

  async put({ body: { limits, version } }, call) {
    const kept = await changeSetting(call, "limits", { value: limits, version, ...LOGGED });
    // Effective here at once; other processes check every two seconds.
    await refreshLimits(call);
    return kept;
  },
};

export const adminLimit = implement(adminLimitApi, handlers, { [LOGGED.action]: undoSetting });

function defaultOf(config: Services["config"], name: KeptLimit): number {
  if (name === "smsSiteDay") return config.smsDailyBudget;
  if (name === "uploadMegabytesDay") return UPLOAD_MEGABYTES_PER_DAY;
  return LIMITS[name satisfies LimitName].max;
}
