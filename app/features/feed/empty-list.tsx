import { EmptyState } from "#app/components/ui/empty-state";

type Props = {
  /** Which page of the list it is. */
  page: number;
  /** What is said when the whole list is empty, and where to go. */
  text: string;
  action: { label: string; to: string };
};

/** A list that has nothing, or nothing any more on this page. */
export function EmptyList({ page, text, action }: Props) {
  return <EmptyState text={page > 1 ? "这一页没有内容了。" : text} action={action} />;
}
