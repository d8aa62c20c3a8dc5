import type { ReactNode } from "react";
import { EmptyState } from "#app/components/ui/empty-state";
import type { IllustrationName } from "#app/components/ui/illustration";
import { Pagination } from "#app/components/ui/pagination";
import { useProfile } from "./profile-context";

type Props = {
  page: { page: number; pageSize: number; total: number; list: readonly unknown[] };
  /** Words of an empty one. */
  empty: string;
  /** Way on from it for whose profile it is. */
  own?: { label: string; to: string };
  illustration?: IllustrationName;
  /** They are people, who take half a line each. */
  people?: boolean;
  children: ReactNode;
};

/** One numbered list of a profile. */
export function ProfileList({ page, empty, own, illustration = "empty-list", people = false, children }: Props) {
  const profile = useProfile();
  if (page.list.length === 0) {
    const action = own && profile.viewer.me ? { action: own } : {};
    return <EmptyState illustration={illustration} text={page.page > 1 ? "这一页没有内容了。" : empty} {...action} />;
  }
  return (
    <>
      <ul className={people ? "items people-grid" : "items"}>{children}</ul>
      <Pagination {...page} />
    </>
  );
}
