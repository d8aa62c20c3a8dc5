import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Time } from "#app/components/ui/time";
import type { OwnSubmission } from "#app/contract/content/form";
import { WriterField } from "#app/forms/writer-field";
import type { OwnWords } from "./own-words.server";

/** Value of `intent` that withdraws a submission of one's own. */
export const WITHDRAW = "withdraw";
/** Field with the id of the submission to withdraw. */
export const WITHDRAWN_FIELD = "submission";
/** Id of the heading of one's own submissions. */
export const OWN_SUBMISSIONS_ANCHOR = "own";

type Props = { own: readonly OwnSubmission[]; words: OwnWords };

/** A member's own submissions of a form, with buttons that withdraw them. */
export function OwnSubmissions({ own, words: { title, withdraw, notes } }: Props) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <section className="form" aria-labelledby={OWN_SUBMISSIONS_ANCHOR}>
      <h2 className="card__title" id={OWN_SUBMISSIONS_ANCHOR}>
        {title}
      </h2>
      <ul className="form">
        {own.map(({ id, createdAt, answer, waiting, withdrawable }) => (
          <li key={id} className="item__foot">
            <span id={`own-${id}`}>
              {answer} <Time value={createdAt} format="datetime" /> 提交{waiting ? "，候补中" : null}
            </span>
            {withdrawable ? (
              <Form method="post">
                <WriterField notice={null} />
                <input type="hidden" name={WITHDRAWN_FIELD} value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value={WITHDRAW}
                  size="small"
                  busy={busy}
                  aria-describedby={`own-${id}`}
                >
                  {withdraw}
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="field__help">
          {note}
        </p>
      ))}
    </section>
  );
}
