import { Form, useNavigation } from "@remix-run/react";
import { useId, useRef } from "react";
import { Button } from "#app/components/ui/button";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import type { FavoriteFolder } from "#app/contract/reading/favorite-folder";
import { FormNotice } from "#app/forms/form-notice";
import { useFormResult } from "#app/forms/use-form-result";
import type { FolderRefusal } from "./folder-form";

type Props = { others: readonly FavoriteFolder[]; refused: FolderRefusal | undefined };

/** Form that deletes a folder; its contents stay favorites, or move to another folder. */
export function RemoveFolderForm({ others, refused }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["moveTo"] });
  return (
    <Form ref={form} method="post" className="form">
      <FormNotice notice={notice} />
      <FieldRow id={id} label="里面的收藏" error={fields.moveTo}>
        <select id={id} name="moveTo" className="input" {...describedBy({ id, error: fields.moveTo })}>
          <option value="">留在全部收藏里</option>
          {others.map((folder) => (
            <option key={folder.id} value={folder.id}>
              移到“{folder.name}”
            </option>
          ))}
        </select>
      </FieldRow>
      <div className="actions">
        <Button type="submit" name="intent" value="remove" busy={busy}>
          删除这个收藏夹
        </Button>
      </div>
    </Form>
  );
}
