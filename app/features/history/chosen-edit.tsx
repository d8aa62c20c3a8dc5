import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Prose } from "#app/components/ui/prose";
import { FieldChanges } from "#app/features/difference/field-changes";
import type { HistoryPage } from "./load-history.server";

/** A version compared to the one before, with its full text below; its author can hide it from others. */
export function ChosenEdit({ page, chosen }: { page: HistoryPage; chosen: NonNullable<HistoryPage["chosen"]> }) {
  const { changes } = chosen;
  const edit = page.list.find(({ version }) => version === chosen.version);
  const hidden = edit?.hiddenBy === "author";
  return (
    <section className="card history" aria-labelledby="chosen-title">
      <h2 className="card__title" id="chosen-title">
        {changes ? "改了什么" : "最早的版本"}
      </h2>
      {changes?.length === 0 ? <p className="history__note">文字没有变，改的是分类或封面。</p> : null}
      {changes && changes.length > 0 ? (
        <>
          <p className="history__note">划掉的是修改前的，有底色的是修改后的。</p>
          <FieldChanges changes={changes} />
        </>
      ) : null}
      <details className="history__whole" open={!changes}>
        <summary>这个版本的全文</summary>
        <Prose html={chosen.contentHtml} />
      </details>
      {page.mine && chosen.version !== page.version && edit?.hiddenBy !== "staff" ? (
        <Form method="post" className="history__own" preventScrollReset>
          <input type="hidden" name="hidden" value={hidden ? "" : "1"} />
          <p className="history__note">
            {hidden ? "这个版本只有你和管理员看得到。" : "谁都看得到这个版本；写错了不想留给人看的，可以隐藏。"}
          </p>
          <Button type="submit" size="small">
            {hidden ? "重新公开" : "隐藏这个版本"}
          </Button>
        </Form>
      ) : null}
    </section>
  );
}
