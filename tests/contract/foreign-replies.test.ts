import { describe, expect, test } from "vitest";
import { type FormField, formApi } from "#app/contract/content/form";
import { fieldProblem } from "#app/contract/content/form-rules";
import { userApi } from "#app/contract/people/user";
import { NO_PROFILE } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";

/** Replies of an upstream that has what the specification names, and limits of its own. */
describe("a reply of another upstream is read", () => {
  const { data: viewer } = userApi.tokenQueryClientUser;
  const nobody = { nickname: "", avatar: "", headline: "", phone: null, hasPassword: false, weixinBound: false };

  test.each([
    ["their id alone", {}],
    [
      "null for all else",
      { nickname: null, avatar: null, headline: null, phone: null, hasPassword: null, staff: null },
    ],
  ])("the member behind the token: %s", (_, rest) => {
    expect(viewer.parse({ userId: 7, ...rest })).toMatchObject({ userId: 7, ...nobody, staff: false });
  });

  test.each([
    ["no nickname yet", { nickname: "" }],
    ["a longer company than ours may have", { company: "长".repeat(80) }],
    ["a longer biography", { bio: "长".repeat(5_000) }],
    ["a longer picture URL", { avatar: `https://img.example.com/${"a".repeat(900)}` }],
    ["null", { city: null, bio: null, collectionsPrivate: null }],
  ])("a profile to edit: %s", (_, fields) => {
    const read = userApi.editor.data.parse({ userId: 7, ...fields });
    for (const [name, value] of Object.entries(fields)) {
      expect(read).toMatchObject({ [name]: value ?? (name === "collectionsPrivate" ? false : "") });
    }
  });

  test.each([
    ["null", null],
    ["nothing", undefined],
    ["no field", {}],
    ["null for each field", { name: null, rejected: null, rejectReason: null, rights: null }],
  ])("a professional profile: %s", (_, profile) => {
    expect(zhikuUserApi.get.data.parse(profile)).toEqual(NO_PROFILE);
  });

  test("a form whose pattern is none of ours checks nothing with it", () => {
    const rules = [{ pattern: "^[\\w-\\.]+@x$" }, { pattern: "a".repeat(300) }, { required: true }];
    const fields = [{ name: "mail", label: "邮箱", type: "text", rules }];
    const rest = { opensAt: null, closesAt: null, state: "open", oncePerPerson: false, submitted: false };
    const form = formApi.get.data.parse({ id: 12, title: "表单", descriptionHtml: "", fields, ...rest });
    const field = form.fields[0] as FormField;
    expect(fieldProblem(field, "")).toBe("邮箱不能为空");
    expect(fieldProblem(field, "a".repeat(300))).toBeNull();
    expect(fieldProblem(field, "b")).toBe("邮箱格式不正确");
  });
});
