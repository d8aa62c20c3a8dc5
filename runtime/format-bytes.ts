const KIB = 1024;

/** Formats a file size: 312 B, 48 KB, 1.5 MB, 20 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${Math.round(bytes / KIB)} KB`;
  if (bytes >= KIB ** 3) return `${(bytes / KIB ** 3).toFixed(1).replace(/\.0$/, "")} GB`;
  return `${(bytes / KIB / KIB).toFixed(1).replace(/\.0$/, "")} MB`;
}
