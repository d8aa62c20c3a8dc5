import type { EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import { storedBox, storedChoice, storedTime, TheirFields } from "#app/features/admin/fields/their-fields";
import { ZHIKU_TYPE_NAMES } from "#app/features/zhiku/zhiku-types";
import { type DOCUMENT_LINES, type DocumentFile, type DocumentValues, documentValues } from "./document-values";

type Field = Exclude<(typeof DOCUMENT_LINES)[number], "version"> | "attachments";

type Props = {
  one: EditedZhikuContent | null;
  /** Values of the refused form. */
  values: Partial<DocumentValues> | undefined;
  /** Category ids with names. */
  categories: readonly (readonly [id: string, name: string])[];
};

/** Fields of a document in which what somebody else saved differs from what was submitted. */
export function TheirDocument({ one, values, categories }: Props) {
  const saved = documentValues(one);
  const { attachments = [], ...lines } = values ?? {};
  return (
    <TheirFields<Field>
      stored={{
        title: { label: "标题", value: saved.title },
        categoryId: storedChoice("分类", saved.categoryId, categories),
        type: storedChoice("类型", saved.type, ZHIKU_TYPE_NAMES),
        source: { label: "来源", value: saved.source },
        abstract: { label: "摘要", value: saved.abstract },
        cover: { label: "封面", value: saved.cover },
        content: { label: "正文", value: saved.content },
        document: { label: "原件", value: saved.document, shown: one?.document?.fileName },
        attachments: {
          label: "附件",
          value: textOf(saved.attachments),
          shown: saved.attachments.map(({ fileName }) => fileName).join("\n"),
        },
        trial: storedBox("试读", saved.trial),
        recommended: storedBox("推荐", saved.recommended),
        publishedAt: storedTime("发布时间", saved.publishedAt),
      }}
      submitted={{ ...lines, attachments: textOf(attachments) }}
    />
  );
}

const textOf = (files: readonly DocumentFile[]): string =>
  files.map(({ key, fileName }) => `${key} ${fileName}`).join("\n");
