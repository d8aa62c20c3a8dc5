import type { SubmissionSummary } from "#app/contract/admin/content/submission";

/** Submission of a form: the answered questions with their answers. */
export function SubmissionWords({ answers, max }: { answers: SubmissionSummary["answers"]; max?: number }) {
  const given = answers.filter(({ texts }) => texts.length > 0).slice(0, max);
  if (given.length === 0) return <p>一个题目也没有填。</p>;
  return (
    <dl className="admin-submission">
      {given.map(({ label, texts }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same text, and none is reordered
        <div key={at}>
          <dt>{label}</dt>
          <dd>{texts.join("；")}</dd>
        </div>
      ))}
    </dl>
  );
}
