import { z } from "zod";
import { text } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Maximum characters of a rule's name, which is shown to authors who break it. */
const RULE_NAME_MAX = 60;
/** Maximum characters of its explanation on the rules page. */
const RULE_TEXT_MAX = 500;

/** A house rule. Decisions keep its name at the time, so it may be renamed and retired. */
export const houseRule = z.object({
  /** Stays when it is renamed; used by staff to choose it. */
  key: z.string(),
  name: text("规则", { min: 1, max: RULE_NAME_MAX }),
  text: text("说明", { max: RULE_TEXT_MAX }),
});
export type HouseRule = z.output<typeof houseRule>;

/** Default rules, until they are changed. */
export const FIRST_RULES: readonly HouseRule[] = Object.entries({
  spam: "含有广告、招揽或重复发布的内容",
  abuse: "含有辱骂、骚扰或歧视的内容",
  illegal: "含有违反法律法规的内容",
  privacy: "泄露了他人的个人信息",
  infringement: "侵犯了他人的权利",
  untrue: "含有不实的内容",
  unfit: "与本站的主题无关，或看不出要说什么",
}).map(([key, name]) => ({ key, name, text: "" }));

/** Calls on house rules. */
export const houseRuleApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/house-rule",
    summary: "社区规则，按顺序",
    data: z.array(houseRule),
  }),
};
