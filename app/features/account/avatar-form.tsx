import { type ChangeEvent, type FormEvent, lazy, Suspense, useId, useState } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { Button, buttonClass } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { toast } from "#app/components/ui/toast";
import { PICTURE_ACCEPT, PICTURE_NAMES } from "#app/contract/files/picture-types";
import { WriterField } from "#app/forms/writer-field";
import { useAccountForm } from "./use-account-form";

type Props = { profile: { userId: number; nickname: string; avatar: string } };

/** Loaded only when someone chooses a picture. */
const loadCropDialog = () => import("./crop-dialog");
const CropDialog = lazy(loadCropDialog);

/**
 * Form for one's avatar: with scripts, the chosen picture is cropped and uploaded; without, a button uploads it and the
 * largest centred square is used.
 */
export function AvatarForm({ profile }: Props) {
  const { Form, submit, ref: form, busy, fields, notice } = useAccountForm("avatar");
  const id = useId();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const error = fields.avatar ?? notice?.message;

  const send = (file: File) => {
    const data = new FormData(form.current ?? undefined);
    data.set("intent", "avatar");
    data.set("avatar", file);
    submit(data, { method: "post", encType: "multipart/form-data" });
  };
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const chosen = await createImageBitmap(file).catch(() => null);
    // So that the same file can be chosen again.
    form.current?.reset();
    if (!chosen) toast("这个文件不是能识别的图片");
    else if (await loadCropDialog().catch(() => null)) setPicture(chosen);
    else toast("裁剪没能加载，请检查网络后再选一次");
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") === "avatar") event.preventDefault();
  };
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="avatar-form" onSubmit={onSubmit}>
      <WriterField notice={notice} />
      <Avatar key={profile.avatar} author={profile} size={96} />
      <div className="avatar-form__words">
        <label className={`${buttonClass({ size: "small" })} avatar-form__pick`} htmlFor={id}>
          {busy ? "正在上传…" : "更换头像"}
        </label>
        <input
          id={id}
          type="file"
          name="avatar"
          className="avatar-form__file"
          accept={PICTURE_ACCEPT}
          disabled={busy}
          onChange={onChange}
          aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
        />
        <noscript>
          <Button type="submit" name="intent" value="avatar" size="small">
            上传
          </Button>
        </noscript>
        {profile.avatar ? (
          <Button type="submit" name="intent" value="remove-avatar" variant="quiet" size="small" busy={busy}>
            恢复默认
          </Button>
        ) : null}
        <FieldError id={`${id}-error`} message={error} />
        <p className="field__help" id={`${id}-help`}>
          {PICTURE_NAMES}，不超过 10 MB
          <noscript>，取正中的方形</noscript>
        </p>
      </div>
      {picture ? (
        <Suspense fallback={null}>
          <CropDialog
            picture={picture}
            onDone={send}
            onClose={() => {
              picture.close();
              setPicture(null);
            }}
          />
        </Suspense>
      ) : null}
    </Form>
  );
}
