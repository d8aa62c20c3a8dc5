import { userApi } from "#app/contract/people/user";
import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { mergeShown } from "#app/forms/merge-shown.server";
import { readForm, textOf, textsOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { chosenFiles, uploadPicture } from "#app/server/uploads/upload-picture.server";
import { requireUser } from "#app/server/viewer.server";
import type { AccountValues } from "./account-result";
import { PROFILE_TEXTS, type ProfileTexts, profileTexts } from "./profile-texts";

type Values = Partial<AccountValues>;

/**
 * Handles the forms of `/account/profile`: saves the texts, or a new picture. Texts are returned even if the session
 * has ended meanwhile.
 * @throws Response: a redirect to the home page without a session, unless texts were sent
 */
export async function changeProfile(args: ServerArgs) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  if (intent !== "save") await requireUser(args);
  if (intent === "avatar") {
    return tell(args, "头像已更新", await attempt(() => changeAvatar(args, form), { values: AVATAR }));
  }
  if (intent === "remove-avatar") {
    return tell(args, "已恢复默认头像", await attempt(() => keepAvatar(args, ""), { values: AVATAR }));
  }
  return tell(args, "资料已保存", await saveTexts(args, form));
}

/** Saves what was changed in the form of the texts. */
function saveTexts(args: ServerArgs, form: FormData): Promise<FormResult<{ shown: string }, Values>> {
  const { call } = gateway(args);
  const texts: ProfileTexts = textsOf(form, PROFILE_TEXTS);
  const values = { ...texts, shown: textOf(form, "shown"), form: "profile" } as const;
  const save = async () => {
    const editor = await call(userApi.editor, {});
    const { collectionsPrivate, ...fields } = mergeShown(values, profileTexts(editor));
    await call(userApi.update, {
      body: { ...fields, avatar: editor.avatar, collectionsPrivate: collectionsPrivate === "yes" },
    });
    // The form still holds what it sent.
    return { shown: JSON.stringify(texts) };
  };
  return attempt<{ shown: string }, Values>(save, { values });
}

/** @throws UpstreamError if it is not a picture */
async function changeAvatar(args: ServerArgs, form: FormData): Promise<void> {
  const [file] = chosenFiles(form, "avatar");
  if (!file) throw refusedPicture("请先选择一张图片");
  await keepAvatar(args, await uploadPicture(args, file, "avatar").catch(asPicture));
}

async function keepAvatar(args: ServerArgs, avatar: string): Promise<void> {
  const { call } = gateway(args);
  const { nickname, headline, bio, company, city, collectionsPrivate } = await call(userApi.editor, {});
  const body = { nickname, avatar, headline, bio, company, city, collectionsPrivate };
  await call(userApi.update, { body }).catch(asRefusedTexts);
}

/** Maps a refusal of the texts that are sent along, which another upstream may have beyond our limits, to the picture. */
function asRefusedTexts(error: unknown): never {
  if (!(error instanceof UpstreamError) || "avatar" in error.fields) throw error;
  const [message] = Object.values(error.fields);
  if (message === undefined) throw error;
  throw refusedPicture(`请先改好下面的资料并保存：${message}`, error.code);
}

/** Maps any error of a file (type, size) to its single field. */
function asPicture(error: unknown): never {
  if (!(error instanceof UpstreamError) || error.code === "NETWORK") throw error;
  throw refusedPicture(error.message, error.code);
}

const refusedPicture = (message: string, code = "UPLOAD_REJECTED") =>
  new UpstreamError(code, message, { fields: { avatar: message } }, "avatar");

const SESSION_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里保存";

const AVATAR: Values = { form: "avatar" };

const tell = (args: ServerArgs, flash: string, result: FormResult<unknown, Values>) =>
  respond(args, result, { back: paths.account(), flash, echo: true, ended: SESSION_ENDED });
