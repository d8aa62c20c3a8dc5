import { useEffect } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { buttonClass, LinkButton } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { useHere } from "#app/components/ui/use-here";
import type { ClientUser } from "#app/contract/people/user";
import { guardRequests } from "#app/features/network/guard-requests";
import { NotificationBell } from "#app/features/notifications/notification-bell";
import { useKeptPages } from "#app/features/offline/use-kept-pages";
import { useOffered } from "#app/hooks/offered";
import { useParts } from "#app/hooks/parts";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

type Props = {
  /** Undefined if somebody may be logged in, but their account can't be loaded now. */
  viewer: ClientUser | undefined;
};

/** A member's part of the header: writing, notifications and a menu of their own pages. */
export function MemberMenu({ viewer }: Props) {
  const { path } = useHere();
  const [drafts, trash, suggested] = [useOffered("draft"), useOffered("trash"), useOffered("proposal")];
  const has = useParts();
  const root = useRoot();
  useEffect(guardRequests, []);
  useKeptPages();
  if (!viewer) {
    return (
      <LinkButton to={path} reload icon="refresh" size="small" className="site-header__login">
        <span className="site-header__unread">账号没能读取</span>
        <span className="site-header__retry">重试</span>
      </LinkButton>
    );
  }
  const collection = has("article")
    ? paths.userArticleCollection(viewer.userId)
    : has("case") && paths.userCaseCollection(viewer.userId);
  const groups = [
    [
      { label: "我的主页", to: paths.user(viewer.userId), icon: "user" },
      ...(collection ? [{ label: "我的收藏", to: collection, icon: "bookmark" }] : []),
      ...(drafts ? [{ label: "草稿箱", to: paths.drafts(), icon: "file" }] : []),
      ...(suggested ? [{ label: "修改建议", to: paths.waitingProposals(), icon: "check" }] : []),
      ...(trash ? [{ label: "我的回收站", to: paths.trash(), icon: "trash" }] : []),
      ...(root?.offlineReading === false ? [] : [{ label: "离线阅读", to: paths.offline(), icon: "download" }]),
    ],
    [
      { label: "提问", to: paths.write("question"), icon: "question" },
      ...(has("article") ? [{ label: "写文章", to: paths.write("article"), icon: "edit" }] : []),
    ],
    ...(has("zhiku")
      ? [
          [
            { label: "知库权益", to: paths.zhikuRights(), icon: "key" },
            { label: "知库订单", to: paths.zhikuOrders(), icon: "list" },
            { label: "职业信息", to: paths.zhikuProfile(), icon: "case" },
          ],
        ]
      : []),
  ];
  return (
    <>
      <Link to={paths.write("question")} className={buttonClass({ variant: "soft" }, "site-header__ask")}>
        提问
      </Link>
      <NotificationBell />
      <button
        type="button"
        className="site-header__me"
        aria-label={`${viewer.nickname}的菜单`}
        {...popoverButton("account-menu")}
      >
        <Avatar author={viewer} size={32} />
      </button>
      <div {...popoverElement("account-menu")} className="popover menu menu--account">
        <p className="menu__title">{viewer.nickname}</p>
        {groups.map((entries) => (
          <ul key={entries[0]?.to}>
            {entries.map(({ label, to, icon }) => (
              <li key={to}>
                <Link to={to} className="menu__entry">
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
        <ul>
          <li>
            <Link to={paths.account()} className="menu__entry">
              <Icon name="settings" />
              账号设置
            </Link>
          </li>
          {viewer.staff ? (
            <li>
              <Link to="/admin" className="menu__entry" reload>
                <Icon name="shield" />
                后台
              </Link>
            </li>
          ) : null}
          <li>
            <form method="post" action={paths.logout()}>
              <button type="submit" className="menu__entry menu__entry--button">
                <Icon name="logout" />
                退出登录
              </button>
            </form>
          </li>
        </ul>
      </div>
    </>
  );
}
