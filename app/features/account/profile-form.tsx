import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { BIO_MAX, NICKNAME_MAX } from "#app/contract/limits";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { fieldOf } from "#app/forms/field-of";
import { FormNotice } from "#app/forms/form-notice";
import { ShownField } from "#app/forms/shown-field";
import { TextArea } from "#app/forms/text-area";
import { type Profile, profileTexts } from "./profile-texts";
import { useAccountForm } from "./use-account-form";

const NOTHING: Profile = { nickname: "", headline: "", bio: "", company: "", city: "", collectionsPrivate: false };

/**
 * Form for the profile's texts and for the visibility of the collections.
 * @param profile stored profile; null if it could not be loaded, and the form only returns the submitted values
 */
export function ProfileForm({ profile: stored }: { profile: Profile | null }) {
  const profile = stored ?? NOTHING;
  const { Form, ref, busy, result, typed, fields, notice, done } = useAccountForm("profile");
  const answered = result?.status === "ok" ? result.data?.shown : result?.values?.shown;
  const unsent = useUnsent(ref, done);
  const line = (name: "nickname" | "headline" | "company" | "city") => fieldOf(name, typed, profile[name], fields);
  return (
    <Form ref={ref} method="post" className="form" noValidate data-unsent="account-profile">
      <UnsentNotice {...unsent} />
      <FormNotice notice={notice} />
      <ShownField texts={stored && profileTexts(stored)} answered={answered} />
      <TextField {...line("nickname")} label="昵称" autoComplete="nickname" help={`最多 ${NICKNAME_MAX} 个字`} />
      <TextField
        {...line("headline")}
        label="一句话介绍"
        autoComplete="off"
        placeholder="显示在名字旁边，例如：写了十年后端"
        help="最多 60 个字"
      />
      <div className="field-pair">
        <TextField {...line("company")} label="公司" autoComplete="organization" />
        <TextField {...line("city")} label="城市" autoComplete="address-level2" />
      </div>
      <TextArea
        label="个人简介"
        name="bio"
        rows={5}
        help={<>显示在主页上，最多 {BIO_MAX} 个字</>}
        error={fields.bio}
        defaultValue={typed?.bio ?? profile.bio}
      />
      <label className="choice">
        <input
          type="checkbox"
          name="collectionsPrivate"
          value="yes"
          defaultChecked={typed ? typed.collectionsPrivate === "yes" : profile.collectionsPrivate}
        />
        我的收藏只有自己可见
      </label>
      <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
        {busy ? "正在保存…" : "保存"}
      </Button>
    </Form>
  );
}
