import { Button, buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import type { ZhikuAttachment, ZhikuFile } from "#app/contract/zhiku/content";
import { LoginLink } from "#app/features/login/login-link";
import { formatBytes } from "#runtime/format-bytes";
import { LazyDownloadOriginal } from "./lazy-reader-tools";
import type { PaywallData } from "./load-paywall.server";

type Props = {
  attachments: readonly ZhikuAttachment[];
  original: ZhikuFile | null;
  /** Path that streams the original. */
  originalPath: string;
  /** Reason why only names are shown. */
  paywall: PaywallData | null;
  /** Reason why the last download was refused. */
  error?: string | undefined;
};

/** A document's files; plain forms whose responses are the files. */
export function FileList({ attachments, original, originalPath, paywall, error }: Props) {
  if (attachments.length === 0 && !original) return null;
  return (
    <section className="card zhiku-files" id="files" aria-labelledby="files-title">
      <h2 className="card__title" id="files-title">
        文件
      </h2>
      {error ? (
        <p className="field__error" role="alert">
          <Icon name="warning" />
          {error}
        </p>
      ) : null}
      <ul className="zhiku-files__list">
        {original ? (
          <li className="zhiku-file">
            <FileName file={original} note="原件" />
            {paywall === null ? (
              <div className="zhiku-file__tools">
                {original.contentType === "application/pdf" ? <FileForm use="preview" label="预览" /> : null}
                <LazyDownloadOriginal
                  key={originalPath}
                  action={originalPath}
                  fileName={original.fileName}
                  bytes={original.bytes}
                />
              </div>
            ) : null}
          </li>
        ) : null}
        {attachments.map((attachment) => (
          <li key={attachment.id} className="zhiku-file">
            <FileName
              file={attachment}
              note={attachment.downloadCount > 0 ? `下载 ${attachment.downloadCount} 次` : "附件"}
            />
            {paywall === null ? (
              <div className="zhiku-file__tools">
                {attachment.preview ? <FileForm attachment={attachment.id} use="preview" label="预览" /> : null}
                <FileForm attachment={attachment.id} use="download" label="下载" />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {paywall?.go === null ? (
        <LoginLink open className={buttonClass({ variant: "soft" })}>
          登录后下载
        </LoginLink>
      ) : (
        <p className="zhiku-files__note">
          {paywall?.files ?? "下载地址只给你本人使用，一分钟内有效；PDF 预览带有你的编号，请勿外传。"}
        </p>
      )}
    </section>
  );
}

function FileName({ file, note }: { file: ZhikuFile; note: string }) {
  return (
    <p className="zhiku-file__name">
      <Icon name="file" className="report__icon" />
      <span className="report__name">{file.fileName}</span>
      <span className="report__size numbers">
        {note} · {formatBytes(file.bytes)}
      </span>
    </p>
  );
}

function FileForm({ attachment, use, label }: { attachment?: number; use: "preview" | "download"; label: string }) {
  return (
    <form method="post" action="#files" {...(use === "preview" ? { target: "_blank" } : {})}>
      <input type="hidden" name="use" value={use} />
      {attachment ? <input type="hidden" name="attachment" value={attachment} /> : null}
      <Button type="submit" size="small" icon={use === "preview" ? "eye" : "download"}>
        {label}
      </Button>
    </form>
  );
}
