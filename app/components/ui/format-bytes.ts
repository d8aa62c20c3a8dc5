const KIB = 1024;

/** 312 B, 48 KB, 1.5 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${Math.round(bytes / KIB)} KB`;
  return `${(bytes / KIB / KIB).toFixed(1).replace(/\.0$/, "")} MB`;
}
