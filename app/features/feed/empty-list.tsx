import { EmptyState, type EmptyStateAction } from "#app/components/ui/empty-state";

type Words = { text: string; action: EmptyStateAction };

type Props = Words & {
  /** Page number within the list. */
  page: number;
  /** Texts for an entirely empty list, whose usual link would lead here again. */
  whole?: Words | null;
};

/** Empty state of a list, or of a page beyond its end. */
export function EmptyList({ page, whole, ...filtered }: Props) {
  if (page > 1) return <EmptyState {...filtered} later />;
  return <EmptyState {...(whole ?? filtered)} />;
}
