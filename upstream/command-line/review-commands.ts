import { adminReviewApi } from "#app/contract/admin/review/review";
import type { CallData } from "#app/contract/endpoint";
import { type HeldKind, heldKind } from "#app/contract/moderation/review";
import { Refusal } from "./as-staff";
import { BadUsage, type Command, type CommandInput, type Report } from "./command";
import { ofEach } from "./of-each";
import { IDS_USAGE, readIds } from "./read-ids";

/** Texts per page of the queue, the maximum per call. */
const PAGE = 50;

/** Commands for held texts. */
export const REVIEW_COMMANDS: Record<string, Command> = {
  "review list": {
    usage: `[${heldKind.options.join("|")}]`,
    text: "列出待审核的内容，分量重的在前",
    example: "question",
    async run({ caller, words: [kind] }) {
      if (kind !== undefined && !heldKind.options.includes(kind as HeldKind)) {
        throw new BadUsage(`种类是其中之一：${heldKind.options.join("、")}`);
      }
      const texts: CallData<typeof adminReviewApi.list>["list"] = [];
      let cursor: string | undefined;
      do {
        const query = { kind: kind as HeldKind | undefined, cursor, limit: PAGE };
        const page = (await caller(adminReviewApi.list, { query })) as CallData<typeof adminReviewApi.list>;
        texts.push(...page.list);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return texts.map(({ id, kind: of, title, excerpt, author, heldFor, word, weight, submittedAt }) => ({
        id,
        kind: of,
        title,
        excerpt,
        author: author.nickname,
        heldFor,
        word,
        weight,
        submittedAt,
      }));
    },
  },
  "review approve": {
    usage: IDS_USAGE,
    text: "通过待审核的内容，立刻公开",
    example: "12 13",
    run: (asked) => decide(asked, { action: "approve", rule: "", note: "" }),
  },
  "review refuse": {
    usage: `${IDS_USAGE} --rule 规则 [--note 说明]`,
    text: "退回待审核的内容，作者会看到原因（rule list 列出规则，other 是其他原因）",
    example: "12 --rule spam --note 请删去联系方式",
    run: (asked) => {
      const { rule = "", note = "" } = asked.options;
      return decide(asked, { action: "refuse", rule, note });
    },
  },
};

type Decision = { action: "approve" | "refuse"; rule: string; note: string };

/** Decides on texts in their current version. */
async function decide(asked: CommandInput, decision: Decision): Promise<Report> {
  const { caller } = asked;
  const call = async (ids: number[]) => {
    const items: { id: number; version: number }[] = [];
    const gone: Refused[] = [];
    for (const id of ids) {
      const waits = await caller(adminReviewApi.get, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        gone.push({ id, code: error.code, message: error.message });
      });
      if (waits) items.push({ id, version: (waits as CallData<typeof adminReviewApi.get>).version });
    }
    if (items.length === 0) return { done: [], failed: gone };
    const body = { items, ...decision };
    const { done, failed } = (await caller(adminReviewApi.decide, { body })) as CallData<typeof adminReviewApi.decide>;
    return { done, failed: [...gone, ...failed] };
  };
  return ofEach(asked, await readIds(asked, asked.words), call, ({ id }) => `#${id}`);
}

type Refused = CallData<typeof adminReviewApi.decide>["failed"][number];
