import type { AppLoadContext } from "@remix-run/node";
import { FORM_FIELDS_MAX } from "#app/contract/admin/content/form-sizes";
import { type FormDetail, type FormField, formDetail } from "#app/contract/content/form";
import { IDEMPOTENCY_KEY } from "#app/forms/idempotency-key";
import { WRITER } from "#app/forms/writer";

const TEXT = "<p>这份表单的题目暂时读不到。你填写的内容在下面，可以再提交一次，也可以先复制下来。</p>";
/** Names of the fields that every form has. */
const OWN_FIELDS = new Set([IDEMPOTENCY_KEY, WRITER]);

const returned = new WeakMap<AppLoadContext, FormDetail>();

/** Keeps the form for the loader that runs after the action. */
export const rememberForm = (context: AppLoadContext, form: FormDetail): void => void returned.set(context, form);

/** The form that the action kept, for when it can't be loaded again; null if there is none. */
export const rememberedForm = (context: AppLoadContext): FormDetail | null => returned.get(context) ?? null;

/** A form of what was filled in, in place of one whose questions can't be loaded now; it can be submitted again. */
export function filledForm(id: number, fields: FormField[]): FormDetail {
  const rest = { opensAt: null, closesAt: null, state: "open", oncePerPerson: false, submitted: false };
  return formDetail.parse({ id, title: "还没有提交", descriptionHtml: TEXT, fields, ...rest });
}

/** Filled-in fields of a form whose questions are unknown: a text each, or a list of which all are chosen. */
export function filledFieldsOf(filled: FormData): FormField[] {
  return [...new Set(filled.keys())].slice(0, FORM_FIELDS_MAX).flatMap((name): FormField[] => {
    const values = new Set(filled.getAll(name).filter((value) => typeof value === "string" && value.trim() !== ""));
    if (values.size === 0 || OWN_FIELDS.has(name)) return [];
    const options = [...(values as Set<string>)].map((value) => ({ value, label: value }));
    const rest = { name, placeholder: "", help: "", rules: [] };
    return values.size > 1
      ? [{ ...rest, type: "checkbox", label: "选好的内容", options }]
      : [{ ...rest, type: "textarea", label: "写好的内容", options: [] }];
  });
}
