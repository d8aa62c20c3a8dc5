import { houseRuleApi } from "#app/contract/moderation/house-rule";
import { implement } from "#upstream/call/implement";
import { readSetting } from "#upstream/modules/config/settings";

export const houseRule = implement(houseRuleApi, {
  list: (_, call) => readSetting(call, "house-rules"),
});
