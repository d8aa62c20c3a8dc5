import { Form, useNavigation } from "@remix-run/react";
import { useId, useRef } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { Button, LinkButton } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import type { RecommendedAuthor } from "#app/contract/site/config";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/** Checkboxes selected by a new member. */
export type Ticked = { picture: boolean; topics: readonly string[]; people: readonly number[] };

type Props = {
  next: string;
  /** Whether they have a picture at WeChat. */
  picture: boolean;
  topics: readonly string[];
  people: readonly RecommendedAuthor[];
  refused: Refused<Ticked> | undefined;
};

/** Choices of a new member: their WeChat picture, and topics and people to follow. */
export function TickForm({ next, picture, topics, people, refused }: Props) {
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["picture"] });
  const ticked = refused?.values;
  const id = useId();
  return (
    <Form ref={form} method="post" className="form">
      <input type="hidden" name="next" value={next} />
      <FormNotice notice={notice} />
      {picture ? (
        <div className="field">
          <label className="first-steps__choice">
            <input
              type="checkbox"
              name="picture"
              value="yes"
              defaultChecked={ticked?.picture}
              aria-invalid={fields.picture ? true : undefined}
              aria-describedby={fields.picture ? `${id}-error ${id}-help` : `${id}-help`}
            />
            用我的微信头像
          </label>
          <FieldError id={`${id}-error`} message={fields.picture} />
          <p className="field__help" id={`${id}-help`}>
            勾上才会取，取一次，存在本站。
          </p>
        </div>
      ) : null}
      {topics.length > 0 ? (
        <fieldset className="field">
          <legend className="first-steps__part">话题</legend>
          <div className="first-steps__topics">
            {topics.map((name) => (
              <label key={name} className="first-steps__choice">
                <input type="checkbox" name="topic" value={name} defaultChecked={ticked?.topics?.includes(name)} />
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
                  <input
                    type="checkbox"
                    name="person"
                    value={author.userId}
                    defaultChecked={ticked?.people?.includes(author.userId)}
                  />
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
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "请稍候…" : "完成"}
        </Button>
        <LinkButton to={next} variant="quiet">
          跳过
        </LinkButton>
      </div>
    </Form>
  );
}
