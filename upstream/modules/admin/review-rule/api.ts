import { adminReviewRuleApi } from "#app/contract/admin/review/review-rule";
import { type Handlers, implement } from "#upstream/call/implement";
import { changeSetting, undoSetting } from "#upstream/modules/admin/site/change-setting";
import { findSetting } from "#upstream/modules/config/settings";

const LOGGED = { action: "review-rule.put", kind: "review-rule" } as const;

const handlers: Handlers<typeof adminReviewRuleApi> = {
  async get(_, { db }) {
    const { value, version, updatedAt } = await findSetting(db, "review-rules");
    return { rules: value, version, updatedAt };
  },

  put: ({ body: { rules, version } }, call) =>
    changeSetting(call, "review-rules", { value: rules, version, ...LOGGED }),
};

export const adminReviewRule = implement(adminReviewRuleApi, handlers, { [LOGGED.action]: undoSetting });
