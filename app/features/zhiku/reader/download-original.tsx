import { type FormEvent, useState } from "react";
import { toast } from "#app/components/layout/toast";
import { Button } from "#app/components/ui/button";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { fetchFile, RefusedError } from "./fetch-file";

type Props = { action: string; fileName: string };

/** Downloads the original: the browser's own way without scripts, in the page with its progress where there are some. */
export function DownloadOriginal({ action, fileName }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const download = async (event: FormEvent) => {
    event.preventDefault();
    setPercent(0);
    try {
      save(await fetchFile(action, setPercent), fileName);
    } catch (error) {
      toast(error instanceof RefusedError ? error.message : NETWORK_MESSAGE);
    }
    setPercent(null);
  };
  return (
    <form method="post" action={action} onSubmit={download}>
      <Button type="submit" size="small" icon="download" disabled={percent !== null}>
        {percent === null ? "下载" : `${percent}%`}
      </Button>
      {percent === null ? null : (
        <progress className="zhiku-file__progress" max={100} value={percent} aria-label="下载进度" />
      )}
    </form>
  );
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
