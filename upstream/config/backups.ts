import type { S3Config } from "#upstream/services/storage/s3-store";
import { weaknessOf } from "#upstream/weak-secret";
import type { Environment } from "./environment";
import { mustBeSafe, mustNotBeAlone } from "./external-services";

/** Location of scheduled backups, and how many hourly, daily and weekly ones are kept. */
export type BackupsConfig = {
  place: { kind: "folder"; folder: string } | ({ kind: "s3" } & Omit<S3Config, "publicUrl">);
  kept: { hourly: number; daily: number; weekly: number };
};

/** A folder, a bucket, or null for neither; contradictions are added to `problems`. */
export function backupsOf(e: Environment, problems: string[]): BackupsConfig | null {
  const weakness = e.BACKUP_KEY === "" ? null : weaknessOf(e.BACKUP_KEY);
  if (weakness) problems.push(`BACKUP_KEY: ${weakness}`);
  const [hourly = 0, daily = 0, weekly = 0] = e.BACKUPS_KEPT.split(",").map(Number);
  const kept = { hourly, daily, weekly };
  mustNotBeAlone(e, problems, "BACKUP_S3_ENDPOINT", [
    "BACKUP_S3_BUCKET",
    "BACKUP_S3_ACCESS_KEY",
    "BACKUP_S3_SECRET_KEY",
  ]);
  if (!e.BACKUP_S3_ENDPOINT) return e.BACKUP_DIR ? { place: { kind: "folder", folder: e.BACKUP_DIR }, kept } : null;
  if (e.BACKUP_DIR) problems.push("BACKUP_DIR: 备份或放这里，或放 BACKUP_S3_ENDPOINT，请只设置一个");
  mustBeSafe("BACKUP_S3_ENDPOINT", e.BACKUP_S3_ENDPOINT, e, problems);
  if (!(e.BACKUP_S3_BUCKET && e.BACKUP_S3_ACCESS_KEY && e.BACKUP_S3_SECRET_KEY)) {
    problems.push("BACKUP_S3_ENDPOINT: 还要设置 BACKUP_S3_BUCKET、BACKUP_S3_ACCESS_KEY 和 BACKUP_S3_SECRET_KEY");
  }
  if (e.BACKUP_S3_ENDPOINT === e.S3_ENDPOINT && e.BACKUP_S3_BUCKET === e.S3_BUCKET) {
    problems.push("BACKUP_S3_BUCKET: 备份要有自己的存储桶，不能用放本站文件的那一个");
  }
  const place = {
    kind: "s3",
    endpoint: e.BACKUP_S3_ENDPOINT,
    bucket: e.BACKUP_S3_BUCKET,
    region: e.BACKUP_S3_REGION,
    accessKey: e.BACKUP_S3_ACCESS_KEY,
    secretKey: e.BACKUP_S3_SECRET_KEY,
  } as const;
  return { place, kept };
}
