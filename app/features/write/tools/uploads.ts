import { NETWORK_MESSAGE } from "#app/contract/codes";
import type { UploadPurpose } from "#app/contract/files/oss";
import { PICTURE_NAMES, PICTURE_TYPES } from "#app/contract/files/picture-types";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { writePaths } from "#app/features/write/model/write-paths";
import { NOT_SENT } from "#app/forms/form-result";
import { formOf, RequestError, request } from "#app/forms/request";

/** An upload that is running or has failed. */
export type Upload = {
  id: number;
  name: string;
  state: "uploading" | "failed";
  /** Progress from 0 to 1; null while unknown. */
  progress: number | null;
  /** Reason of the failure, fit to show. */
  error: string;
  /** Whether the file itself is refused, so that another attempt would be, too. */
  refused?: boolean;
};

/** URL of an uploaded picture. */
export type Uploaded = { url: string };
type Presigned = { uploadUrl: string; headers: Record<string, string>; key: string; url: string };
type Purpose = Extract<UploadPurpose, "content" | "cover">;
/** A local file, or the URL of a picture elsewhere, which the server fetches. */
export type UploadSource = File | { address: string };
type Job = {
  upload: Upload;
  source: UploadSource;
  stop: AbortController;
  done: (uploaded: Uploaded) => void;
  gone: () => void;
};

/** Reason why a file is not accepted as a picture; null if it is. Checked before anything is sent. */
export function pictureProblem({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!PICTURE_TYPES.includes(type)) return `只能上传 ${PICTURE_NAMES} 图片`;
  if (size > IMAGE_BYTES_MAX) return `图片不能超过 ${IMAGE_BYTES_MAX / 1024 / 1024} MB`;
  return size === 0 ? "这个文件是空的" : null;
}

/**
 * Creates an upload queue for pictures: request a presigned URL, PUT the file with progress, confirm it. Pictures
 * elsewhere are fetched by the server. A failed upload can be retried or given up. For `useSyncExternalStore`.
 */
export function createUploads(purpose: Purpose) {
  let jobs: readonly Job[] = [];
  let shown: readonly Upload[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const publish = (next: readonly Job[]) => {
    jobs = next;
    shown = next.map(({ upload }) => upload);
    for (const listener of listeners) listener();
  };
  const update = (id: number, change: Partial<Upload>) =>
    publish(jobs.map((job) => (job.upload.id === id ? { ...job, upload: { ...job.upload, ...change } } : job)));
  const remove = (id: number) => publish(jobs.filter(({ upload }) => upload.id !== id));

  const sendFile = async (file: File, signal: AbortSignal, onProgress: (progress: number) => void) => {
    const asked = {
      intent: "presign",
      purpose,
      fileName: file.name,
      contentType: file.type,
      bytes: String(file.size),
    };
    const { uploadUrl, headers, key, url } = await request<Presigned>(writePaths.upload(), {
      body: formOf(asked),
      signal,
    });
    await put(file, { url: uploadUrl, headers, signal, onProgress });
    return request<Uploaded>(writePaths.upload(), { body: formOf({ intent: "confirm", key, url }), signal });
  };
  let turn: Promise<unknown> = Promise.resolve();
  /** Fetches one at a time, since each makes the server wait for another site. */
  const fetchInTurn = (url: string, signal: AbortSignal): Promise<Uploaded> => {
    const next = turn.then(() =>
      request<Uploaded>(writePaths.upload(), { body: formOf({ intent: "remote", url }), signal }),
    );
    turn = next.catch(() => {});
    return next;
  };
  const run = async ({ upload: { id }, source, stop: { signal }, done }: Job) => {
    const refusal = source instanceof File ? pictureProblem(source) : null;
    if (refusal) return update(id, { state: "failed", error: refusal, refused: true });
    try {
      const uploaded =
        source instanceof File
          ? await sendFile(source, signal, (progress) => update(id, { progress }))
          : await fetchInTurn(source.address, signal);
      remove(id);
      done(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = error instanceof RequestError ? error : NOT_SENT;
      update(id, { state: "failed", error: message, refused: code === "UPLOAD_REJECTED" || code === "INVALID_PARAMS" });
    }
  };
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): readonly Upload[] => shown,
    /** Starts an upload; calls `done` when it is stored, or `gone` when it is given up. Returns the upload's id. */
    start(source: UploadSource, done: (uploaded: Uploaded) => void, gone: () => void): number {
      last += 1;
      const name = source instanceof File ? source.name : nameOf(source.address);
      const upload: Upload = {
        id: last,
        name,
        state: "uploading",
        progress: source instanceof File ? 0 : null,
        error: "",
      };
      const job = { upload, source, stop: new AbortController(), done, gone };
      publish([...jobs, job]);
      void run(job);
      return upload.id;
    },
    retry(id: number): void {
      const job = jobs.find(({ upload }) => upload.id === id);
      update(id, { state: "uploading", progress: job?.source instanceof File ? 0 : null, error: "" });
      if (job) void run(job);
    },
    cancel(id: number): void {
      const job = jobs.find(({ upload }) => upload.id === id);
      job?.stop.abort();
      remove(id);
      job?.gone();
    },
  };
}

/** Host and file name of a picture's URL. */
function nameOf(address: string): string {
  const { hostname, pathname } = new URL(address);
  return `${hostname}/…/${pathname.split("/").at(-1)}`;
}

export type Uploads = ReturnType<typeof createUploads>;

/** For a file that the store does not take; its type and size, as named, were right. */
const NO_PICTURE = "这个文件不是能上传的图片，可能已经损坏，请换一张";

type Put = {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  onProgress: (progress: number) => void;
};

/** Uploads with XMLHttpRequest, because fetch reports no upload progress. @throws RequestError */
function put(file: File, { url, headers, signal, onProgress }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => {
      const { status } = xhr;
      // Too large for the store, or of a type that it does not take.
      if (status === 413 || status === 415) return reject(new RequestError("UPLOAD_REJECTED", NO_PICTURE));
      reject(new RequestError("NETWORK", status === 0 ? NETWORK_MESSAGE : "图片没有传上去，请重试"));
    };
    xhr.open("PUT", url);
    // The response is empty; Firefox would try to parse it as XML and log an error.
    xhr.responseType = "text";
    for (const [name, value] of Object.entries(headers)) {
      // Browsers set these headers themselves and reject others' attempts.
      if (!/^(?:content-length|host)$/i.test(name)) xhr.setRequestHeader(name, value);
    }
    xhr.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    xhr.addEventListener("load", () => (xhr.status >= 200 && xhr.status < 300 ? resolve() : fail()));
    xhr.addEventListener("error", fail);
    xhr.addEventListener("abort", fail);
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(file);
  });
}
