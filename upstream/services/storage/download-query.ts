import type { PresignGet } from "./object-store";

/** `Content-Disposition` with a name in any script (RFC 6266, RFC 8187). */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/** The parameters that are signed with an address, the same in OSS and S3: how the file comes, and for whom. */
export function downloadQuery({ downloadName, inlineName, reader }: PresignGet): Record<string, string> {
  const query: Record<string, string> = {};
  if (downloadName) query["response-content-disposition"] = contentDisposition("attachment", downloadName);
  else if (inlineName) query["response-content-disposition"] = contentDisposition("inline", inlineName);
  if (reader) query["x-reader"] = reader;
  return query;
}
