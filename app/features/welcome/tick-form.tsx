import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { Button, LinkButton } from "#app/components/ui/button";
import type { RecommendedAuthor } from "#app/contract/config";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

type Props = {
  next: string;
  topics: readonly string[];
  people: readonly RecommendedAuthor[];
  refused: Refused | undefined;
};

/** Ticks topics and people to follow, or none of them. */
export function TickForm({ next, topics, people, refused }: Props) {
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const { notice } = useFormResult(form, refused, { busy });
  return (
    <Form ref={form} method="post" className="form">
      <input type="hidden" name="next" value={next} />
      <FormNotice notice={notice} />
      {topics.length > 0 ? (
        <fieldset className="field">
          <legend className="first-steps__part">话题</legend>
          <div className="first-steps__topics">
            {topics.map((name) => (
              <label key={name} className="first-steps__choice">
                <input type="checkbox" name="topic" value={name} />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {people.length > 0 ? (
        <fieldset className="field">
          <legend className="first-steps__part">作者</legend>
          <ul className="first-steps__people">
            {people.map((author) => (
              <li key={author.userId}>
                <label className="first-steps__choice first-steps__choice--person">
                  <input type="checkbox" name="person" value={author.userId} />
                  <Avatar author={author} size={40} />
                  <span className="first-steps__words">
                    <b>{author.nickname}</b>
                    <span>{author.headline}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      <div className="actions">
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "请稍候…" : "完成"}
        </Button>
        <LinkButton to={next} variant="quiet">
          跳过
        </LinkButton>
      </div>
    </Form>
  );
}
