import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import type { WordAction } from "#app/contract/admin/review/word";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { SelectField } from "#app/features/admin/fields/select-field";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { TextArea } from "#app/forms/text-area";
import type { WordForm, WordLook } from "./change-words.server";

/** Labels of the actions for sensitive words. */
export const WORD_ACTIONS: Record<WordAction, string> = { review: "先审后发", reject: "拒绝发表" };

/** Form that tests which sensitive words a text contains. */
export function TryText() {
  const { ref, busy, fields, notice, values, result } = useAdminForm<WordLook, WordForm>(["text"], ["test"]);
  const test = result?.status === "ok" ? result.data.test : undefined;
  return (
    <Form ref={ref} method="post" className="form" noValidate>
      <AdminNotice notice={notice} />
      <TextArea name="text" label="要试的文字" defaultValue={values?.text} error={fields.text} rows={3} />
      <Button type="submit" name="intent" value="test" busy={busy}>
        试一试
      </Button>
      {test ? (
        <div role="status">
          <p>
            {test.found ? `命中「${test.found.word}」：${WORD_ACTIONS[test.found.action]}` : "没有命中任何敏感词。"}
          </p>
          {test.found ? <p className="admin-held__text">{marked(test.parts)}</p> : null}
        </div>
      ) : null}
    </Form>
  );
}

const marked = (parts: { text: string; matched: boolean }[]): ReactNode =>
  parts.map(({ text, matched }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, never reordered
    matched ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );

/** Form that adds a word, or changes its action. */
export function PutWord() {
  const { ref, busy, field, notice, values } = useAdminForm<WordLook, WordForm>(["word", "action"], ["put", "remove"]);
  return (
    <Form ref={ref} method="post" className="admin-inline" noValidate>
      <AdminNotice notice={notice} />
      <TextField label="添加一个词" {...field("word")} maxLength={100} />
      <SelectField
        label="含有它的内容"
        name="action"
        defaultValue={values?.action ?? "review"}
        options={Object.entries(WORD_ACTIONS)}
      />
      <Button type="submit" name="intent" value="put" variant="primary" busy={busy}>
        保存
      </Button>
    </Form>
  );
}

/** Form that imports a list, after a preview of the changes. */
export function ImportWords() {
  const { ref, busy, fields, notice, values, result } = useAdminForm<WordLook, WordForm>(["text"], ["check", "import"]);
  const check = result?.status === "ok" ? result.data.check : undefined;
  return (
    <Form ref={ref} method="post" className="form" noValidate>
      <AdminNotice notice={notice} />
      <TextArea
        name="text"
        label="词表"
        defaultValue={values?.text}
        error={fields.text}
        rows={8}
        help="一行一个词；[reject] 一行之后的拒绝发表，[review] 之后的先审后发；也可以写成：词,reject"
      />
      {check ? (
        <p role="status">
          会新增 {check.added} 个，改变 {check.changed} 个，{check.same} 个不变。最近公开的 {check.searched} 份内容中有{" "}
          {check.matching} 份含有新增或改变的词；它们不会因此被撤下。
        </p>
      ) : null}
      <div className="admin-head__actions">
        <Button type="submit" name="intent" value="check" busy={busy}>
          先看看会怎样
        </Button>
        <Button type="submit" name="intent" value="import" variant="primary" busy={busy}>
          导入
        </Button>
      </div>
    </Form>
  );
}
