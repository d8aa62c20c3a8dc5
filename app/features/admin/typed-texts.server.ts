import { type AppLoadContext, data } from "@remix-run/node";
import type { Refused } from "#app/forms/form-result";
import { statusOf } from "#app/forms/respond.server";
import type { TypedTexts } from "./typed-texts-page";

const returned = new WeakMap<AppLoadContext, Refused<object, unknown>>();

/** Stores the values of this request's refused form, in case its page can't be shown. */
export const rememberTyped = (context: AppLoadContext, refused: Refused<object, unknown>): void =>
  void returned.set(context, refused);

/** Page that shows typed texts in place of the form's page (`TypedTextsPage`); null if no form was refused. */
export function typedTextsPage(context: AppLoadContext) {
  const refused = returned.get(context);
  if (!refused) return null;
  const typed: TypedTexts = { code: refused.code, message: refused.message, texts: textsOf(refused.values) };
  return data({ typed }, statusOf(refused));
}

const UNSEEN = new Set(["version", "intent", "inForce", "refundNo", "refunds"]);

/** The texts of a form, except numbers and hidden or chosen values. */
function textsOf(values: object): string[] {
  const texts = Object.entries(values).filter(([name, value]) => typeof value === "string" && !UNSEEN.has(name));
  return texts.map(([, value]) => value as string).filter((value) => value.trim() !== "");
}
