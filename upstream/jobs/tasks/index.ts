import type { JobKind } from "#app/contract/admin/system/job-kinds";
import { backupTask, verifyBackupTask } from "./backup-tasks";
import { checkFilesTask } from "./check-files-task";
import { exportTask } from "./export-task";
import { rebuildListsTask } from "./rebuild-lists-task";
import { recountTask } from "./recount-task";
import { reindexTask } from "./reindex-task";
import { rerenderTask } from "./rerender-task";
import type { Task } from "./task";

/** Implementation of each kind of job. */
export const TASKS: Record<JobKind, Task> = {
  recount: recountTask,
  "rebuild-lists": rebuildListsTask,
  reindex: reindexTask,
  rerender: rerenderTask,
  "check-files": checkFilesTask,
  backup: backupTask,
  "verify-backup": verifyBackupTask,
  export: exportTask,
};
