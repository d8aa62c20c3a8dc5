import type { FormField } from "#app/contract/content/form";
import type { FormValues } from "#app/contract/content/form-rules";
import type { Db } from "#upstream/db/dialect";

type Own = { formId: number; userId: number };

/** A member's submissions of a form that count, newest first: neither withdrawn nor deleted by staff. */
export function ownSubmissions(db: Db, { formId, userId }: Own) {
  return db
    .selectFrom("form_submissions")
    .select(["id", "state", "created_at", "answers"])
    .where("form_id", "=", formId)
    .where("user_id", "=", userId)
    .where("state", "!=", "withdrawn")
    .where("deleted_at", "is", null)
    .orderBy("id", "desc");
}

/** Maximum number of characters of an answer in short. */
const IN_SHORT = 40;
const CHOICES: readonly FormField["type"][] = ["select", "radio"];
const TEXTS: readonly FormField["type"][] = ["text", "textarea"];

/** A submission in short: the label of its first choice, else the beginning of its first text. */
export function answerInShort(fields: readonly FormField[], answers: FormValues): string {
  const answerTo = ({ name }: FormField) => (typeof answers[name] === "string" ? answers[name].trim() : "");
  const first = (types: readonly FormField["type"][]) =>
    fields.find((field) => types.includes(field.type) && answerTo(field) !== "");
  const field = first(CHOICES) ?? first(TEXTS);
  if (!field) return "";
  const value = answerTo(field);
  const text = [...(field.options.find((option) => option.value === value)?.label ?? value).replace(/\s+/g, " ")];
  return text.length > IN_SHORT ? `${text.slice(0, IN_SHORT).join("")}…` : text.join("");
}

/** Key by which a submission counts as its member's only one; null if its form accepts several, or nobody is known. */
export async function onceByOf(
  trx: Db,
  { form_id, user_id }: { form_id: number; user_id: number | null },
): Promise<number | null> {
  const form = await trx.selectFrom("forms").select("once_per_person").where("id", "=", form_id).executeTakeFirst();
  return form?.once_per_person === 1 ? user_id : null;
}
