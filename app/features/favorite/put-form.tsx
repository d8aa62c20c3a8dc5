import { Form, useNavigation } from "@remix-run/react";
import { useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { Link } from "#app/components/ui/link";
import type { FavoriteFolder } from "#app/contract/reading/favorite-folder";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";
import { ADD_FOLDER, SHOWN_IN } from "./favorite-paths";

type Props = {
  folders: FavoriteFolder[];
  /** Folders that contain it. */
  folderIds: number[];
  /** Folders that contained it when the page was opened, as one text. */
  shownIn: string;
  /** Page to continue to. */
  next: string;
  refused: Refused<{ folderIds: number[]; shownIn: string }> | undefined;
};

/** The member's folders, with those selected that contain the favorite. */
export function PutForm({ folders, folderIds, shownIn, next, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  // The page may be loaded again while the boxes stay as they are.
  const [firstShownIn] = useState(shownIn);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["folderIds"] });
  const chosen = refused?.values.folderIds ?? folderIds;
  const error = fields.folderIds;
  return (
    <Form ref={form} method="post" className="form">
      {folders.length > 0 ? <DefaultButton value="save">保存</DefaultButton> : null}
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name={SHOWN_IN} value={refused?.values.shownIn || firstShownIn} />
      <FormNotice notice={notice} />
      {folders.length > 0 ? (
        <fieldset className="field">
          <legend className="field__label">可以放进几个收藏夹</legend>
          {folders.map((folder) => (
            <label key={folder.id} className="choice">
              <input
                type="checkbox"
                name="folderIds"
                value={folder.id}
                defaultChecked={chosen.includes(folder.id)}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? errorId : undefined}
              />
              <span>
                {folder.name}
                <span className="field__help">
                  {folder.count} 项{folder.shown ? " · 公开" : ""}
                </span>
              </span>
            </label>
          ))}
          <FieldError id={errorId} message={error} />
        </fieldset>
      ) : (
        <p>还没有收藏夹，先建一个。</p>
      )}
      <p>
        {/* A button, so that what is selected comes along. */}
        <Button type="submit" name="intent" value={ADD_FOLDER} size="small" icon="plus">
          新建收藏夹
        </Button>
      </p>
      <div className="actions">
        {folders.length > 0 ? (
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? "正在保存…" : "保存"}
          </Button>
        ) : null}
        <Link to={next} className="button button--quiet">
          返回
        </Link>
      </div>
    </Form>
  );
}
