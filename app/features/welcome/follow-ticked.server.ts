import type { ActionFunctionArgs } from "@remix-run/node";
import { followApi } from "#app/contract/follow";
import { followingApi } from "#app/contract/following";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { safePath } from "#app/server/safe-path.server";
import { requireUser } from "#app/server/viewer.server";
import { PEOPLE_SHOWN, TOPICS_SHOWN } from "./load-welcome.server";
import { welcomePath } from "./welcome-path";

/** Follows what a new member ticked, and goes on; following twice is the same. */
export async function followTicked(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const next = safePath(textOf(form, "next"));
  await requireUser(args, paths.login(welcomePath(next)));
  const topics = form.getAll("topic").map(String).slice(0, TOPICS_SHOWN);
  const people = form.getAll("person").map(Number).slice(0, PEOPLE_SHOWN);
  const { call } = gateway(args);
  const result = await attempt(async () => {
    await Promise.all([
      ...topics.map((name) => call(followingApi.addTag, { body: { name } })),
      ...people.map((userId) => call(followApi.add, { body: { userId } })),
    ]);
  });
  const flash = topics.length + people.length > 0 ? "已关注，新内容在首页的“关注”里" : undefined;
  return respond(args, result, { back: next, flash, echo: true, leads: true });
}
