import type { ActionFunctionArgs } from "@remix-run/node";
import { wechatPictureApi } from "#app/contract/people/wechat-picture";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { requireUser } from "#app/server/viewer.server";
import { PEOPLE_SHOWN, TOPICS_SHOWN } from "./load-welcome.server";
import type { Ticked } from "./tick-form";
import { welcomePath } from "./welcome-path";

/**
 * Applies a new member's choices and continues: the picture from WeChat, and follows of people and topics. Idempotent.
 * If the picture can't be loaded, its checkbox shows the error and all choices are kept.
 */
export async function doTicked(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const next = safePath(textOf(form, "next"));
  await requireUser(args, paths.login(welcomePath(next)));
  const topics = form.getAll("topic").map(String).slice(0, TOPICS_SHOWN);
  const people = form.getAll("person").map(Number).slice(0, PEOPLE_SHOWN);
  const values: Ticked = { picture: form.has("picture"), topics, people };
  const { call } = gateway(args);
  const work = async () => {
    if (values.picture) await call(wechatPictureApi.take, {}).catch(atItsBox);
    await Promise.all([
      ...topics.map((name) => call(followingApi.addTag, { body: { name } })),
      ...people.map((userId) => call(followApi.add, { body: { userId } })),
    ]);
  };
  const result = await attempt(work, { values });
  const follows = topics.length + people.length > 0;
  const flash = follows ? "已关注，新内容在首页的“关注”里" : values.picture ? "头像已设好" : undefined;
  return respond(args, result, { back: next, flash, echo: true, leads: true });
}

const WAYS_ON = "可以再点一次“完成”，或去掉这个勾，以后在账号设置里上传";

/** Maps errors of the picture to its checkbox; others apply to the form. */
function atItsBox(error: unknown): never {
  if (!(error instanceof UpstreamError) || !["UPLOAD_REJECTED", "NOT_FOUND"].includes(error.code)) throw error;
  const fields = { picture: `${error.message}。${WAYS_ON}` };
  throw new UpstreamError(error.code, error.message, { fields }, error.endpoint);
}
