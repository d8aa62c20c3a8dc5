import { OFFLINE_BACKUP_COMMANDS } from "./backup-commands";
import type { OfflineCommand } from "./command";
import { FILE_COMMANDS } from "./file-commands";

/** All commands that don't open the site. */
export const OFFLINE_COMMANDS: Record<string, OfflineCommand> = { ...OFFLINE_BACKUP_COMMANDS, ...FILE_COMMANDS };
