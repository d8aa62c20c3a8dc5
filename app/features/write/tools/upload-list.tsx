import { useSyncExternalStore } from "react";
import { Button, IconButton } from "#app/components/ui/button";
import type { Uploads } from "./uploads";

/** Running uploads with their progress, and failed ones with actions. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const list = useSyncExternalStore(uploads.subscribe, uploads.current);
  if (list.length === 0) return null;
  return (
    <ul className="uploads" aria-label="正在上传的图片">
      {list.map(({ id, name, state, progress, error, refused }) => (
        <li key={id} className={`upload upload--${state}`}>
          <span className="upload__name">{name}</span>
          {state === "uploading" ? (
            <progress
              className="upload__progress"
              {...(progress === null ? {} : { value: progress })}
              max={1}
              aria-label={`${name} 的上传进度`}
            />
          ) : (
            <span className="upload__error" role="alert">
              {error}
            </span>
          )}
          {state === "failed" && !refused ? (
            <Button size="small" onClick={() => uploads.retry(id)}>
              重试
            </Button>
          ) : null}
          <IconButton icon="close" label={`取消上传 ${name}`} onClick={() => uploads.cancel(id)} />
        </li>
      ))}
    </ul>
  );
}
