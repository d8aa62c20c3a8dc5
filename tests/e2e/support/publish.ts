import { randomBytes } from "node:crypto";
import { request } from "@playwright/test";
import type { EditorResult } from "#app/features/write/model/editor-result";
import type { Member } from "./member";

/** A unique text. */
export const unique = (words: string): string => `${words}${randomBytes(4).toString("hex")}`;

/** A request context of this member, with the headers of our pages; must be disposed of. */
export const newApi = (member: Member, baseURL: string | undefined) =>
  request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { cookie: `token=${member.token}`, origin: baseURL ?? "" },
  });

/** Publishes as this member, like the editor's scripts; returns the path. */
async function publish(member: Member, baseURL: string | undefined, action: string, form: Record<string, string>) {
  const api = await newApi(member, baseURL);
  const answer = await api.post(action, { form: { intent: "publish", ...form } });
  const result = (await answer.json()) as EditorResult;
  await api.dispose();
  if (result.status !== "ok") throw new Error(`not published: ${JSON.stringify(result)}`);
  return result.data.to;
}

export const publishArticle = (member: Member, baseURL: string | undefined, title: string): Promise<string> =>
  publish(member, baseURL, "/write/article.json", { title, content: "先说结论，再说经过。" });

export const publishQuestion = (member: Member, baseURL: string | undefined, title: string): Promise<string> =>
  publish(member, baseURL, "/write/question.json", { title, content: "背景如下。", similarShown: "1" });

/** Returns the path of the answer itself. */
export const publishAnswer = (member: Member, baseURL: string | undefined, question: string, content: string) =>
  publish(member, baseURL, `/write/answer.json?question=${question.split("/").at(-1)}`, { content });
