import { titleInMessage } from "./name-of-thing";

/** A form by its number and title. */
type Form = { form: number; name: string };

/** Messages about submissions of forms: to staff who asked for them, and to members. */
export const ABOUT_FORMS = {
  /** Members submitted a form `times` since it was last read. */
  "form-answered": ({ form, name, times }: Form & { times: number }) => ({
    title: `表单「${titleInMessage(name)}」收到 ${times} 份新答卷`,
    excerpt: "",
    path: `/admin/form/${form}/submission`,
  }),
  /** Members withdrew submissions. */
  "form-withdrawn": ({ form, name, times }: Form & { times: number }) => ({
    title: `表单「${titleInMessage(name)}」收到 ${times} 份撤回`,
    excerpt: "",
    path: `/admin/form/${form}/submission?state=withdrawn`,
  }),
  /** Somebody on the waiting list of an activity got a place; `name` is its form's title. */
  "place-given": ({ form, name }: Form) => ({
    title: `有名额了：你在「${titleInMessage(name)}」的报名已从候补转为录取`,
    excerpt: "",
    path: `/form/${form}`,
  }),
};
