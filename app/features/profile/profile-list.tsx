import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyState } from "#app/components/ui/empty-state";
import type { IllustrationName } from "#app/components/ui/illustration";
import { Pagination } from "#app/components/ui/pagination";
import { paths } from "#app/paths";
import { useProfile } from "./profile-context";

type Props = {
  page: { page: number; pageSize: number; total: number; list: readonly unknown[] };
  /** Text of the empty list. */
  empty: string;
  /** Link for the profile's owner. */
  own: { label: string; to: string };
  illustration?: IllustrationName;
  /** Entries are people, in two columns. */
  people?: boolean;
  children: ReactNode;
};

/** Link for an empty list of somebody else. */
export const ELSEWHERE = { label: "去首页看看", to: paths.home() };

/** Link for members whose list depends on others noticing them. */
export const TO_ANSWER = { label: "看看等你来答的问题", to: paths.questions({ sort: "unanswered" }) };

/** A numbered list of a profile. */
export function ProfileList({ page, empty, own, illustration = "empty-list", people = false, children }: Props) {
  const { viewer } = useProfile();
  const { pathname } = useLocation();
  if (page.list.length === 0) {
    if (page.page > 1) return <EmptyState text={empty} later action={{ label: "看第一页", to: pathname }} />;
    return <EmptyState illustration={illustration} text={empty} action={viewer.me ? own : ELSEWHERE} />;
  }
  return (
    <>
      <ul className={people ? "items people-grid" : "items"}>{children}</ul>
      <Pagination {...page} />
    </>
  );
}
