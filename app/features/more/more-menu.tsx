import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { openPopovers } from "#app/components/ui/popover";
import { toast } from "#app/components/ui/toast";
import { useHere } from "#app/components/ui/use-here";
import type { KindWith } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/moderation/report";
import { FolderLink } from "#app/features/favorite/folder-link";
import { ProposalLink } from "#app/features/proposal/proposal-link";
import { ReportLink } from "#app/features/report/report-link";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/** Props of `MoreMenu`. */
export type MoreMenuProps = {
  /** Name of the item, since a page has many menus: 某人的回答. */
  what: string;
  /** URL of the item; this page by default. */
  href?: string;
  /** Fragment of the item's element on the page, `#id`; empty for the whole page. */
  anchor?: string;
  /** Whether the URL is also offered as a QR code; not for items of which a page has dozens. */
  code?: boolean;
  /** Target of a report; unset for the reader's own. */
  report?: `${ReportTarget}:${number}` | false;
  /** Favourite to put into folders; unset for kinds that can't be favourites. */
  favorite?: { kind: KindWith<"favoritable">; id: number };
  /** Tools for the author. */
  children?: ReactNode;
};

/** Menu of further actions on an item; without scripts it opens as well, and its copy button is a link. */
export default function MoreMenu({ what, href, anchor = "", code = true, report, favorite, children }: MoreMenuProps) {
  const { path } = useHere();
  const staff = useRoot()?.viewer?.staff;
  const menu = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const denied = useRef(false);
  // It may have been opened before hydration.
  useEffect(() => setOpen(menu.current?.open ?? false), []);
  useEffect(() => {
    if (open) comeIntoView(menu.current?.querySelector(".more__list"));
  }, [open]);
  useClosing(menu, open);
  const address = href ?? path + anchor;

  const copy = (event: MouseEvent<HTMLAnchorElement>) => {
    // Without clipboard access the link is followed, so that it can be copied from the address bar.
    if (!navigator.clipboard || denied.current) return;
    event.preventDefault();
    close(menu.current);
    const link = event.currentTarget;
    navigator.clipboard.writeText(link.href).then(
      () => toast("链接已复制", "success"),
      () => {
        denied.current = true;
        link.click();
        toast("没能复制链接，请从地址栏复制");
      },
    );
  };
  const share = async () => {
    close(menu.current);
    try {
      // An answer or comment is a part of the page that the title names.
      const title = anchor ? `${what}：${document.title}` : document.title;
      await navigator.share({ title, url: new URL(address, location.href).href });
    } catch (error) {
      // AbortError: the reader closed the share sheet. Other failures reopen the menu, which has alternatives.
      if ((error as Error).name === "AbortError") return;
      if (menu.current) menu.current.open = true;
      toast("没能打开分享，可以改用复制链接");
    }
  };

  return (
    <details ref={menu} className="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="reaction" aria-label={`更多操作：${what}`} title="更多">
        <Icon name="more" />
      </summary>
      <div className="more__list">
        <a href={address} className="menu__entry" data-stay="" data-held="" onClick={copy}>
          <Icon name="link" />
          <span>
            <span className="needs-script">复制</span>链接
          </span>
        </a>
        {open && "share" in navigator ? (
          <button type="button" className="menu__entry" onClick={share}>
            <Icon name="share" />
            分享
          </button>
        ) : null}
        {code ? <AddressCode address={address} /> : null}
        {favorite ? <FolderLink {...favorite} what={what} anchor={anchor} /> : null}
        {children}
        {report && staff ? (
          <a href={deskOf(report)} className="menu__entry">
            <Icon name="shield" />
            在后台处理
          </a>
        ) : null}
        {report ? <ProposalLink on={report} what={what} /> : null}
        {report ? <ReportLink on={report} what={what} anchor={anchor} /> : null}
      </div>
    </details>
  );
}

/** A URL as a QR code, rendered by the server, and loaded when opened. */
function AddressCode({ address }: { address: string }) {
  return (
    <details className="more__code" onToggle={({ currentTarget }) => comeIntoView(currentTarget)}>
      <summary className="menu__entry">
        <Icon name="qrcode" />
        二维码
      </summary>
      <img
        src={paths.qrCode(address)}
        alt="这一页的二维码，用手机扫码打开"
        width="148"
        height="148"
        loading="lazy"
        data-fallback="picture"
      />
    </details>
  );
}

/** Scrolls to a part that opened below the window, or behind a phone's tab bar. */
function comeIntoView(part: Element | null | undefined): void {
  part?.scrollIntoView({ block: "nearest" });
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

/** Closes the menu on a click outside, when the focus leaves, and on Escape. */
function useClosing(menu: React.RefObject<HTMLDetailsElement>, open: boolean): void {
  useEffect(() => {
    const element = menu.current;
    if (!element || !open) return;
    const aside = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) close(element);
    };
    const leave = (event: KeyboardEvent) => {
      // Escape closes a dialog or popover of the menu first.
      if (event.key !== "Escape" || element.querySelector("dialog[open]") || openPopovers(element).length > 0) return;
      const focused = element.contains(document.activeElement);
      close(element);
      if (focused) element.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", aside);
    document.addEventListener("focusin", aside);
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("pointerdown", aside);
      document.removeEventListener("focusin", aside);
      document.removeEventListener("keydown", leave);
    };
  }, [menu, open]);
}

/** Path of the console's page for `article:5`. */
function deskOf(report: string): string {
  const [kind, id] = report.split(":");
  return kind === "user" ? `/admin/user/${id}` : `/admin/content/${kind}/${id}`;
}
