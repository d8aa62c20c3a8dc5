import { z } from "zod";
import { time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { HOUSE_RULES_MAX } from "#app/contract/limits";
import { houseRule } from "#app/contract/moderation/house-rule";

const version = z.number().int().nonnegative();
const asked = houseRule.extend({
  /** Empty for a new one. */
  key: z.string().max(40).default(""),
  text: houseRule.shape.text.default(""),
});

/** Calls by which staff edit the house rules. */
export const adminHouseRuleApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/house-rule",
    permission: "rule.manage",
    summary: "后台：社区规则与它的版本",
    data: z.object({ rules: z.array(houseRule), version, updatedAt: time.nullable() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/house-rule",
    permission: "rule.manage",
    summary: "后台：新增、修改、排列或停用社区规则：给出全部；已作出的处理保留当时的原文。别人改过时拒绝",
    body: z.object({ rules: z.array(asked).max(HOUSE_RULES_MAX, `至多 ${HOUSE_RULES_MAX} 条`), version }),
    data: z.object({ version }),
  }),
};
