import type { PresignGet } from "./object-store";

/** Returns `Content-Disposition` with a name in any script (RFC 6266, RFC 8187). */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/**
 * Returns the query parameters to be signed with a URL, the same in OSS and S3: content disposition, and the reader.
 */
export function downloadQuery({ downloadName, inlineName, reader }: PresignGet): Record<string, string> {
  const query: Record<string, string> = {};
  if (downloadName) query["response-content-disposition"] = contentDisposition("attachment", downloadName);
  else if (inlineName) query["response-content-disposition"] = contentDisposition("inline", inlineName);
  if (reader) query["x-reader"] = reader;
  return query;
}
