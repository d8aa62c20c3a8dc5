import type { ReactNode } from "react";
import { EmptyState } from "#app/components/ui/empty-state";
import { pronounOf, useProfile } from "./profile-context";
import { ELSEWHERE, ProfileList } from "./profile-list";

type Props = {
  page: { page: number; pageSize: number; total: number; list: readonly unknown[] };
  what: string;
  children: ReactNode;
};

/** Somebody's list of favorites; visible to others unless they have made it private. */
export function Collection({ page, what, children }: Props) {
  const profile = useProfile();
  if (profile.collectionsPrivate && !profile.viewer.me) {
    return <EmptyState illustration="locked" text={`${profile.nickname}没有公开自己的收藏。`} action={ELSEWHERE} />;
  }
  return (
    <ProfileList
      page={page}
      empty={`${pronounOf(profile)}还没有收藏${what}。`}
      own={ELSEWHERE}
      illustration="empty-favorites"
    >
      {children}
    </ProfileList>
  );
}
