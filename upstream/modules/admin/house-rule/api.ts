import { adminHouseRuleApi } from "#app/contract/admin/review/house-rule";
import { OTHER_RULE } from "#app/contract/admin/rule-sizes";
import type { HouseRule } from "#app/contract/moderation/house-rule";
import { BusinessError, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { changeSetting, undoSetting } from "#upstream/modules/admin/site/change-setting";
import { findSetting } from "#upstream/modules/config/settings";

const LOGGED = { action: "house-rule.put", kind: "house-rule" } as const;

const handlers: Handlers<typeof adminHouseRuleApi> = {
  async get(_, { db }) {
    const { value, version, updatedAt } = await findSetting(db, "house-rules");
    return { rules: value, version, updatedAt };
  },

  async put({ body: { rules, version } }, call) {
    const known = new Set((await findSetting(call.db, "house-rules")).value.map(({ key }) => key));
    // The key contains this version, so that the key of a removed rule is never reused.
    const value = rules.map((rule, at) => ({ ...rule, key: rule.key || `r${version + 1}-${at + 1}` }));
    refuseTwice(value);
    // An unknown key was read before somebody removed the rule.
    if (rules.some(({ key }) => key !== "" && !known.has(key))) throw new BusinessError("CONFLICT");
    return changeSetting(call, "house-rules", { value, version, ...LOGGED });
  },
};

export const adminHouseRule = implement(adminHouseRuleApi, handlers, { [LOGGED.action]: undoSetting });

/** Refuses duplicates. @throws BusinessError INVALID_PARAMS by field */
function refuseTwice(rules: readonly HouseRule[]): void {
  for (const [at, { key, name }] of rules.entries()) {
    const before = rules.slice(0, at);
    if (before.some((one) => one.name === name)) throw invalid({ [`rules.${at}.name`]: "前面已经有这一条" });
    if (key === OTHER_RULE || before.some((one) => one.key === key))
      throw invalid({ [`rules.${at}.name`]: "请重新添加这一条" });
  }
}
