import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { LoginLink } from "#app/features/login/login-link";
import { paths, withQuery } from "#app/paths";

const olderPath = (next: string) => withQuery(paths.home("following"), { cursor: next });

/** Link to older entries of the following feed. */
export function Older({ next }: { next: string }) {
  return (
    <p className="older">
      <Link to={olderPath(next)} rel="nofollow">
        更早的
      </Link>
    </p>
  );
}

type Props = {
  visitor: boolean;
  /** Cursor of older entries; null if there are none. */
  next: string | null;
};

/** Empty state of the following feed. */
export function NothingFollowed({ visitor, next }: Props) {
  if (visitor) {
    return (
      <EmptyState
        text="登录后，这里是你关注的人写的，和带有你关注的标签的。"
        action={
          <LoginLink open className={buttonClass({ variant: "soft" })}>
            登录
          </LoginLink>
        }
      />
    );
  }
  return next ? (
    <EmptyState text="这段时间里没有。" action={{ label: "看更早的", to: olderPath(next) }} />
  ) : (
    <EmptyState
      text="你关注的人和标签还没有写下什么。关注几位作者，或在标签的页面上关注标签。"
      action={{ label: "看看问答", to: paths.questions() }}
    />
  );
}
