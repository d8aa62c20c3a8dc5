import { storedChoice, TheirFields } from "#app/features/admin/fields/their-fields";
import type { MessageFieldsTyped } from "./message-fields";
import { MESSAGE_AUDIENCES } from "./message-states";

type Category = { id: number; name: string };

type Props = {
  /** The stored draft as form values. */
  saved: MessageFieldsTyped;
  /** Values of the refused form. */
  values: Partial<MessageFieldsTyped> | undefined;
  categories: readonly Category[];
  /** The stored draft's category, which may be hidden from readers. */
  category: Category | null;
};

const AUDIENCES = Object.entries(MESSAGE_AUDIENCES).map(([to, { label }]) => [to, label] as const);

/** Fields of a message in which what somebody else saved differs from what was submitted. */
export function TheirMessage({ saved, values, categories, category }: Props) {
  const names = [["", "任何一个"] as const, ...categories.map(({ id, name }) => [String(id), name] as const)];
  return (
    <TheirFields<keyof MessageFieldsTyped>
      stored={{
        title: { label: "标题", value: saved.title },
        text: { label: "正文", value: saved.text },
        path: { label: "点开去哪里", value: saved.path },
        to: storedChoice("发给谁", saved.to, AUDIENCES),
        categoryId: storedChoice("能读哪个分类", saved.categoryId, names, category?.name),
        memberIds: { label: "指定用户", value: saved.memberIds },
      }}
      submitted={values}
    />
  );
}
