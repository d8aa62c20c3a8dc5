import { useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { toast } from "#app/components/ui/toast";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { paths } from "#app/paths";
import { fetchFile, LedElsewhereError, RefusedError } from "./fetch-file";

type Props = {
  action: string;
  fileName: string;
  /** File size. */
  bytes: number;
};

/** Milliseconds after which the browser has surely taken over the file; some read it only after the click. */
const TAKEN_OVER = 60_000;

/** Downloads the original: with a plain form without scripts, otherwise in the page with progress. */
export function DownloadOriginal({ action, fileName, bytes }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const navigate = useNavigate();
  const running = useRef<AbortController | null>(null);
  const download = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (percent !== null) return;
    const stop = new AbortController();
    running.current = stop;
    setPercent(0);
    try {
      save(await fetchFile(action, { bytes, tell: setPercent, stop }), fileName);
      toast("下载完成", "success");
    } catch (error) {
      // If the login has ended, don't come back to this page. If the right has, it is this page, now with its paywall,
      // which is above the files.
      if (error instanceof LedElsewhereError) {
        const ended = error.to === paths.zhiku();
        const here = !ended && action.startsWith(error.to);
        if (here) toast("现在不能下载了，原因写在文件上方");
        navigate(error.to, { replace: ended, preventScrollReset: here });
      } else if (error instanceof RefusedError) toast(error.message);
      else if (stop.signal.aborted) toast("已取消下载", "info");
      else toast(NETWORK_MESSAGE);
    }
    setPercent(null);
  };
  // The button disappears; keep the focus nearby.
  const cancel = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    running.current?.abort();
    form?.querySelector("button")?.focus();
  };
  return (
    <form method="post" action={action} onSubmit={download} className="zhiku-download">
      <Button type="submit" size="small" icon="download" busy={percent !== null}>
        {percent === null ? "下载" : "正在下载"}
      </Button>
      {percent === null ? null : (
        <>
          <Button size="small" onClick={cancel}>
            取消
          </Button>
          <p className="zhiku-download__progress">
            <progress max={100} value={percent} aria-label="下载进度" />
            <span className="numbers">{percent}%</span>
          </p>
        </>
      )}
    </form>
  );
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_OVER);
}
