import { useCallback, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { useRoot } from "#app/hooks/root";
import { forgetPages, keepNothing } from "./forget-pages";
import { keptListHtml } from "./kept-html";
import { readKept } from "./kept-list";
import { type KeptPage, shownPages } from "./kept-pages";
import { canKeep, choosePages, keepsPages } from "./offline-choice";

type Known = { pages: readonly KeptPage[]; on: boolean };

/** List of stored pages with the reader's options. Offline, the worker writes the list. */
export function KeptPages() {
  const { offlineReading } = useRoot() ?? {};
  const [known, setKnown] = useState<Known | "none" | null>(null);
  const look = useCallback(async () => {
    if (!canKeep()) return setKnown("none");
    const kept = await readKept().catch(() => null);
    setKnown(kept ? { pages: shownPages(kept, Date.now()), on: keepsPages() } : "none");
  }, []);
  useEffect(() => void look(), [look]);
  const choose = async (on: boolean) => {
    choosePages(on);
    if (!on) await keepNothing();
    await look();
  };
  if (offlineReading === false) return <p>这个网站没有开启离线阅读。</p>;
  if (known === null) {
    return (
      <>
        {/* Must match `LIST_PLACE`, which the worker looks for. */}
        <div id="kept-pages" />
        <noscript>
          <p>离线阅读需要浏览器脚本。</p>
        </noscript>
      </>
    );
  }
  if (known === "none") return <p>这个浏览器不能存下页面。</p>;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: titles are escaped when the list is built */}
      <div dangerouslySetInnerHTML={{ __html: keptListHtml(known.pages) }} />
      <p className="kept__actions">
        {known.pages.length > 0 ? (
          <Button size="small" onClick={() => void forgetPages().then(look)}>
            清空存下的
          </Button>
        ) : null}
        <Button size="small" onClick={() => void choose(!known.on)}>
          {known.on ? "不再存下" : "存下读过的"}
        </Button>
      </p>
    </>
  );
}
