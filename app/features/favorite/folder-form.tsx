import { Form, useNavigation } from "@remix-run/react";
import { useId, useRef } from "react";
import { Button } from "#app/components/ui/button";
import { FieldRow } from "#app/components/ui/field-row";
import { TextField } from "#app/components/ui/text-field";
import { FOLDER_NAME_MAX } from "#app/contract/limits";
import type { FavoriteFolder } from "#app/contract/reading/favorite-folder";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/** Reason why a folder was not saved or deleted, with the submitted values. */
export type FolderRefusal = Refused<{ name: string; shown: boolean; place: string }> & { intent?: "remove" };

type Props = {
  /** The folder to edit; null for a new one. */
  folder: FavoriteFolder | null;
  /** Position of the folder, from 1, and the number of folders. */
  place: number;
  places: number;
  refused: FolderRefusal | undefined;
};

/** Form for a folder's name, visibility and position. */
export function FolderForm({ folder, place, places, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const placeId = useId();
  const shownId = useId();
  const unsent = useUnsent(form);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["name"] });
  const values = refused?.values ?? {};
  return (
    <Form ref={form} method="post" className="form" noValidate data-unsent={`folder:${folder?.id ?? "new"}`}>
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <TextField
        label="名称"
        name="name"
        defaultValue={values.name ?? folder?.name ?? ""}
        maxLength={FOLDER_NAME_MAX}
        autoComplete="off"
        error={fields.name}
      />
      <div className="field">
        <label className="choice">
          <input
            type="checkbox"
            name="shown"
            value="yes"
            defaultChecked={values.shown ?? folder?.shown ?? false}
            aria-describedby={`${shownId}-help`}
          />
          在我的主页公开
        </label>
        <p className="field__help" id={`${shownId}-help`}>
          不公开时，别人看不到这个收藏夹。收藏本身是否公开，由编辑资料里的“我的收藏只有自己可见”决定；公开的收藏夹不受它限制。
        </p>
      </div>
      {folder && places > 1 ? (
        <FieldRow id={placeId} label="排在">
          <select id={placeId} name="place" className="input" defaultValue={values.place ?? place}>
            {Array.from({ length: places }, (_, index) => (
              <option key={String(index)} value={index + 1}>
                第 {index + 1} 个
              </option>
            ))}
          </select>
        </FieldRow>
      ) : null}
      <div className="actions">
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </div>
    </Form>
  );
}
