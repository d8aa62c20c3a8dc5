import { Button } from "#app/components/ui/button";
import { Time } from "#app/components/ui/time";
import { SHOWN_DRAFT } from "#app/features/write/model/editor-values";
import { withQuery } from "#app/paths";

type Props = {
  /** ISO 8601 time at which the server's draft was saved, if it is not in the form. */
  at: string | null;
  /** ISO 8601 time at which it was saved, if it is in the form, or was before the form was changed. */
  inFormAt: string | null;
  /** Whether the form was returned with its input, so that it has what the draft may not have. */
  returned: boolean;
  /** Path of the editor. */
  path: string;
};

/** Offers the server's draft to readers without scripts; with scripts the tools load it themselves. */
export function PlainDraft({ at, inFormAt, returned, path }: Props) {
  const time = at ?? inFormAt;
  if (!time) return null;
  const shown = <Time value={time} />;
  return (
    <noscript>
      <div className="draft-notice">
        <p className="draft-notice__text">
          {!at && returned ? <>{shown}保存过草稿。</> : null}
          {!at && !returned ? <>下面是{shown}保存的草稿。</> : null}
          {at ? (
            <>
              有一份{shown}保存的草稿{returned ? "，使用它会替换下面写的内容" : ""}。
            </>
          ) : null}
        </p>
        {at ? (
          <a href={withQuery(path, { draft: "use" })} className="button button--soft">
            使用草稿
          </a>
        ) : null}
        <input type="hidden" name={SHOWN_DRAFT} value={Date.parse(time)} />
        <Button type="submit" name="intent" value="discard" variant="quiet">
          放弃草稿
        </Button>
      </div>
    </noscript>
  );
}
