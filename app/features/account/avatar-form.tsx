import { type ChangeEvent, type FormEvent, useId, useRef, useState } from "react";
import { toast } from "#app/components/layout/toast";
import { Avatar } from "#app/components/ui/avatar";
import { Button, buttonClass } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { cropToSquare } from "./crop-to-square";
import { useAccountForm } from "./use-account-form";

type Props = { profile: { userId: number; nickname: string; avatar: string } };

/** The own picture: chosen and sent at once with scripts, which cut out its middle first; without, by a button. */
export function AvatarForm({ profile }: Props) {
  const { Form, submit, busy, fields, message } = useAccountForm("avatar");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [preparing, setPreparing] = useState(false);
  const error = fields.avatar ?? message ?? undefined;

  const send = async (file: File) => {
    setPreparing(true);
    const picture = await cropToSquare(file).catch(() => null);
    setPreparing(false);
    form.current?.reset();
    if (!picture) return toast("这个文件不是能识别的图片");
    const data = new FormData();
    data.set("intent", "avatar");
    data.set("avatar", picture);
    submit(data, { method: "post", encType: "multipart/form-data" });
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) void send(file);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") === "avatar") event.preventDefault();
  };
  const working = busy || preparing;
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="avatar-form" onSubmit={onSubmit}>
      <Avatar key={profile.avatar} author={profile} size={96} />
      <div className="avatar-form__words">
        <label className={`${buttonClass({ size: "small" })} avatar-form__pick`} htmlFor={id}>
          {working ? "正在上传…" : "更换头像"}
        </label>
        <input
          id={id}
          type="file"
          name="avatar"
          className="avatar-form__file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          disabled={working}
          onChange={onChange}
          aria-describedby={error ? `${id}-error ${id}-help` : `${id}-help`}
        />
        <noscript>
          <Button type="submit" name="intent" value="avatar" size="small">
            上传
          </Button>
        </noscript>
        {profile.avatar ? (
          <Button type="submit" name="intent" value="remove-avatar" variant="quiet" size="small" disabled={working}>
            恢复默认
          </Button>
        ) : null}
        <FieldError id={`${id}-error`} message={error} />
        <p className="field__help" id={`${id}-help`}>
          JPG、PNG、WebP、GIF 或 AVIF，不超过 10 MB，取正中的方形
        </p>
      </div>
    </Form>
  );
}
