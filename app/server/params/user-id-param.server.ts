import type { LoaderFunctionArgs } from "@remix-run/node";
import { numberOfParam } from "./number-param.server";

/** The author's id in a path (`:id`). @throws Response: 404 for junk */
export const userIdOf = (args: Pick<LoaderFunctionArgs, "params">): number => numberOfParam(args, "没有这位作者");
