import { EmptyState } from "#app/components/ui/empty-state";

type Words = { text: string; action: { label: string; to: string; reload?: boolean } };

type Props = Words & {
  /** Number of the page of the list. */
  page: number;
  /** Words that are said instead where the whole list is empty: the way to it would lead here again. */
  whole?: Words | null;
};

/** A list that has nothing, or nothing any more on this page. */
export function EmptyList({ page, whole, ...filtered }: Props) {
  if (page > 1) return <EmptyState text="这一页没有内容了。" action={filtered.action} />;
  return <EmptyState {...(whole ?? filtered)} />;
}
