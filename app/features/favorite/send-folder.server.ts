import type { ActionFunctionArgs } from "@remix-run/node";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths, withQuery } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { requireUser } from "#app/server/viewer.server";
import { favoritePaths, MADE } from "./favorite-paths";

const LOGIN_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里保存";

/** Creates, changes or deletes a folder, as its form requests. @param id null for a new one */
export async function sendFolder(args: ActionFunctionArgs, id: number | null) {
  const form = await readForm(args.request);
  if (id !== null && textOf(form, "intent") === "remove") return removeFolder(args, id, form);
  const { call } = gateway(args);
  const fields = { name: textOf(form, "name"), shown: form.has("shown") };
  const place = textOf(form, "place");
  const save = async () => {
    if (id === null) return call(favoriteFolderApi.create, { body: fields });
    await call(favoriteFolderApi.update, { body: { id, ...fields, ...(place ? { place: Number(place) } : {}) } });
    return { id };
  };
  const result = await attempt(save, { values: { ...fields, place } });
  const asked = safePath(new URL(args.request.url).searchParams.get("next"), "");
  const next =
    asked.startsWith("/favorite/") && id === null && result.status === "ok" ? withMade(asked, result.data.id) : asked;
  const flash = id === null ? "收藏夹已建好" : "收藏夹已保存";
  const back = result.status === "ok" ? next || (await ownFolders(args)) : favoritePaths.edit(id ?? "new");
  return respond(args, result, { back, flash, echo: true, leads: true, ended: LOGIN_ENDED });
}

/** Adds the created folder to the path to continue to. */
const withMade = (path: string, id: number): string => withQuery(path, { [MADE]: id });

async function removeFolder(args: ActionFunctionArgs, id: number, form: FormData) {
  const back = await ownFolders(args);
  const moveTo = textOf(form, "moveTo");
  const body = { id, ...(moveTo ? { moveTo } : {}) };
  const result = await attempt(() => gateway(args).call(favoriteFolderApi.remove, { body }));
  const told = result.status === "refused" ? { ...result, intent: "remove" as const } : result;
  return respond(args, told, { back, flash: "收藏夹已删除，里面的收藏都在", echo: true, leads: true });
}

const ownFolders = async (args: ActionFunctionArgs): Promise<string> =>
  favoritePaths.folders((await requireUser(args, paths.login())).userId);
