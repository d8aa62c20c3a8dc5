import { type Role, roles } from "#app/contract/permissions";
import { parseId } from "#app/contract/text/parse-id";
import { BadUsage, type Options } from "./command";

/** Days of a sanction; null means permanent, which an invalid number must never become. @throws BadUsage */
export function daysOf({ days }: Options): number | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(days)) throw new BadUsage("--days 要一个天数");
  return Number(days);
}

/** Parses an id. @throws BadUsage with `wanted`, which says what has to be written */
export function idIn(typed: string | undefined, wanted: string): number {
  const id = parseId(typed);
  if (id === null) throw new BadUsage(wanted);
  return id;
}

/** Parses a member's number. @throws BadUsage */
export const userIdIn = ({ id }: Options): number => idIn(id, "--id 要一个用户编号");

/** Parses a phone number. @throws BadUsage */
export function phoneOf({ phone }: Options): string {
  if (!/^1[3-9]\d{9}$/.test(phone ?? "")) throw new BadUsage("--phone 要一个 11 位手机号");
  return phone as string;
}

/** Parses a staff role. @throws BadUsage */
export function roleOf({ role }: Options): Role {
  if (!roles.includes(role as Role)) throw new BadUsage(`--role 是其中之一：${roles.join("、")}`);
  return role as Role;
}
