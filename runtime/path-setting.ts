import { z } from "zod";

/**
 * Schema of a setting that names a folder or a file. Quotes and spaces around it, which some programs pass on from their
 * settings files, would name another one, which would be created.
 */
export const pathSetting = z
  .string()
  .refine((path) => path === path.trim() && !/^(["']).*\1$/.test(path), "前后不能有引号或空格");
