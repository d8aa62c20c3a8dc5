import { SUBMISSION_STATES } from "#app/contract/admin/content/submission-states";
import type { Db } from "#upstream/db/dialect";
import { chinaTime } from "#upstream/text/china-time";
import { CSV_BOM, csvLine, streamOf } from "#upstream/text/csv";
import { submissionsAfter } from "./queries";
import { questionsOf, readSubmission } from "./read-submission";

/** Submissions per read. */
const CHUNK = 500;
const HEAD = ["编号", "提交时间", "用户编号", "昵称", "状态", "备注"];

/**
 * Streams all submissions of a form as CSV. It has a column for each current and former question, headed by its current
 * label and former ones.
 */
export function exportSubmissions(db: Db, formId: number): ReadableStream<Uint8Array> {
  return streamOf(csvOf(db, formId));
}

async function* csvOf(db: Db, formId: number): AsyncGenerator<string, undefined> {
  const first = await questionsOf(db, formId, []);
  const names = first.all.map(({ name }) => name);
  yield CSV_BOM + csvLine([...HEAD, ...first.all.map(({ label }) => label)]);
  for (let after = 0; ; ) {
    const rows = await submissionsAfter(db, { formId, after, limit: CHUNK });
    if (rows.length === 0) return;
    const questions = await questionsOf(db, formId, rows);
    const lines = rows.map((row) => {
      const answers = readSubmission(row, questions);
      const cells = names.map((name) => {
        const answer = answers.find((one) => one.name === name);
        return answer ? answer.texts.join("；") : "";
      });
      const who = row.user_id === null ? "" : String(row.user_id);
      const sent = chinaTime(new Date(row.created_at)).replace("T", " ");
      return csvLine([
        String(row.id),
        sent,
        who,
        row.nickname ?? "",
        SUBMISSION_STATES[row.state],
        row.staff_note,
        ...cells,
      ]);
    });
    yield lines.join("");
    after = rows.at(-1)?.id ?? after;
  }
}
