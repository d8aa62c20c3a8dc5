import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContentsAside } from "#app/components/ui/contents-list";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Tabs } from "#app/components/ui/tabs";
import { adminPaths } from "#app/features/admin/admin-paths";
import { withFiles } from "#app/features/admin/fields/with-files.server";
import { documentValues } from "#app/features/admin/zhiku-document/document-values";
import { loadPreview, savedDocument } from "#app/features/admin/zhiku-document/load-preview.server";
import { PREVIEW_READERS, previewReaderOf } from "#app/features/admin/zhiku-document/preview-readers";
import { readDocument } from "#app/features/admin/zhiku-document/read-document.server";
import { pageMeta } from "#app/features/seo/meta";
import { DocumentArticle } from "#app/features/zhiku/reader/document-article";
import { FileList } from "#app/features/zhiku/reader/file-list";
import { textOf } from "#app/forms/read-form.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "预览资料", path: data.back, noIndex: true }, matches);

/** Previews the stored document. */
export async function loader(args: LoaderFunctionArgs) {
  const as = previewReaderOf(new URL(args.request.url).searchParams.get("as"));
  const one = await savedDocument(args);
  const back = adminPaths.zhikuContent(one?.id ?? "new");
  return {
    as,
    id: one?.id ?? null,
    back,
    saved: one && (await loadPreview(args, { as, one, values: documentValues(one) })),
  };
}

/** Previews the document as entered in the form, without saving it. */
export const action = (args: ActionFunctionArgs) => withFiles(args, (form) => preview(args, form));

async function preview(args: ActionFunctionArgs, form: FormData) {
  const as = previewReaderOf(textOf(form, "as"));
  const one = await savedDocument(args);
  return { as, typed: await loadPreview(args, { as, one, values: readDocument(form).values }) };
}

export default function ZhikuPreview() {
  const { as: asked, id, back, saved } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const as = sent?.as ?? asked;
  const shown = sent ? sent.typed : saved;
  const note = `预览：${PREVIEW_READERS[as]}看到的样子`;
  const close = { label: "回去修改", to: back };
  if (!shown?.content) {
    const why = shown ? `还不能保存：${shown.lacks.join("；")}` : "先写一点再预览";
    return (
      <>
        <h1 className="visually-hidden">预览资料</h1>
        <FlashMessage kind="error" message={why} {...(sent ? {} : { action: close })} />
      </>
    );
  }
  const { content, paywall, attachments, original } = shown;
  return (
    <Shown side={<ContentsAside headings={content.headings} />}>
      {sent ? (
        <FlashMessage kind="info" message={`${note}。什么也没有保存，刚选的文件也不在里面；看完关掉这个窗口。`} />
      ) : (
        <>
          <FlashMessage kind="info" message={note} action={close} />
          {id === null ? null : (
            <Tabs
              label="谁来看"
              variant="pill"
              tabs={Object.entries(PREVIEW_READERS).map(([one, label]) => ({
                label,
                to: adminPaths.zhikuPreview(id, one),
                current: one === as,
              }))}
            />
          )}
        </>
      )}
      <DocumentArticle
        content={content}
        paywall={paywall}
        files={attachments.length + (original ? 1 : 0)}
        textId="zhiku-text"
      />
      {/* Inert: its buttons would submit forms that don't exist here. */}
      <fieldset disabled className="admin-shown">
        <legend className="visually-hidden">文件，预览时不能下载</legend>
        <FileList attachments={attachments} original={original} originalPath={back} paywall={paywall} />
      </fieldset>
    </Shown>
  );
}

/** Columns like a reader's, within the console's `<main>`. */
function Shown({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="columns">
      <div className="columns__main">{children}</div>
      <aside className="columns__side">{side}</aside>
    </div>
  );
}
