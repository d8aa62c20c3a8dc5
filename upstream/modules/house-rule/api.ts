import { houseRuleApi } from "#app/contract/moderation/house-rule";
import { implement } from "#upstream/call/implement";
import { readSetting } from "#upstream/modules/config/settings";

export const houseRule = implement(houseRuleApi, {
  list(_, call) {
    call.dependsOn("config");
    return readSetting(call, "house-rules");
  },
});
