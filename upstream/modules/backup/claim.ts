import { hostname } from "node:os";
import { z } from "zod";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { endRestored, instanceOf, isRestored } from "#upstream/db/instance-of-data";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { chinaTime } from "#upstream/text/china-time";

/** File of a backup location that names the one site which may write and delete there; never encrypted. */
export const CLAIM = "claim.json";

const claim = z.object({
  /** Id of the site. */
  site: z.string(),
  publicOrigin: z.string(),
  machine: z.string(),
  since: z.iso.datetime(),
  /** Times at which a site took over from another one, or moved, and names of the newest backups that it found then. */
  left: z.array(z.object({ at: z.iso.datetime(), names: z.array(z.string()) })).default([]),
});
type Claim = z.output<typeof claim>;

/** Days for which a site keeps the newest backups of the one that it has replaced, or was: they may be what it lacks. */
export const LEFT_FOR_DAYS = 14;

const UNREADABLE = "unreadable";

type Claiming = Pick<Services, "db" | "config" | "clock">;

/** This site may not write to a backup location, which another one uses; the message says what to do. */
export class NotOurPlace extends Error {
  override name = "NotOurPlace";
}

const TAKE_OVER = "npm run admin -- take-over";
const RESTORED = "本站是从备份恢复的，还没有接管：不备份，不清理文件，也不向外发邮件、微信消息与网址";
const RESTORED_TODO = `要由它取代原来的站，就停下原来的站，再运行 ${TAKE_OVER}；只是演练，就在看完之后停下它`;

type Problem = { detail: string; todo: string };

/** List of what a restored site leaves undone until it takes over; null for any other. */
export const problemOfRestored = async ({ db }: Pick<Services, "db">): Promise<Problem | null> =>
  (await isRestored(db)) ? { detail: RESTORED, todo: RESTORED_TODO } : null;

/** Reason why this site may not write to its backup location, or not yet; null if it may. */
export async function problemOfPlace({ db }: Pick<Services, "db">, place: BackupPlace | null): Promise<Problem | null> {
  const waiting = await problemOfRestored({ db });
  if (waiting) return waiting;
  const found = place && (await claimIn(place));
  if (!found || (found !== UNREADABLE && found.site === (await instanceOf(db)).id)) return null;
  const whose = found === UNREADABLE ? `不知是谁的备份，${CLAIM} 读不懂` : `另一个站的备份：${described(found)}`;
  return {
    detail: `${place?.shown} 里是${whose}。本站不写也不删那里的文件，所以没有备份`,
    todo: `请给本站另一个放备份的地方；如果本站取代了那一个，就停下它，再运行 ${TAKE_OVER}`,
  };
}

/**
 * Requires that a backup location is this site's, before anything is written or deleted there; one that nobody has
 * claimed is claimed, such as one of an earlier build.
 * @throws NotOurPlace
 */
export async function requireOurs(services: Claiming, place: BackupPlace): Promise<void> {
  await refuseIfNotOurs(services, place);
  if (await claimIn(place)) return;
  await writeClaim(services, place, []);
  // Another one may have claimed it at the same moment: the last one has it, and the others see that.
  await refuseIfNotOurs(services, place);
}

/**
 * Makes this site the one that uses the backup location; the one that did so before stops when it sees that.
 * @param newest names of the newest backups there, which are kept for a while
 */
export async function takeOver(
  services: Claiming,
  place: BackupPlace | null,
  newest: readonly string[],
): Promise<void> {
  if (place) await addLeft(services, place, newest);
  await endRestored(services.db);
}

/**
 * Keeps the newest backups in this site's location for a while, which are of the database that it has moved from.
 * @throws NotOurPlace
 */
export async function keepOfBeforeMove(
  services: Claiming,
  place: BackupPlace,
  newest: readonly string[],
): Promise<void> {
  await requireOurs(services, place);
  await addLeft(services, place, newest);
}

async function addLeft(services: Claiming, place: BackupPlace, names: readonly string[]): Promise<void> {
  const now = services.clock();
  const left = (await allLeftIn(place)).filter(({ at }) => isKept(at, now));
  await writeClaim(services, place, [...left, { at: now.toISOString(), names: [...names] }]);
}

/**
 * Names of backups that a replaced or moved site has left in a location: archives, and folders of copies.
 * @param now to leave out those that need not be kept any more
 */
export async function leftIn(place: BackupPlace, now?: Date): Promise<string[]> {
  const left = await allLeftIn(place);
  return left.filter(({ at }) => !now || isKept(at, now)).flatMap(({ names }) => names);
}

const isKept = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) < LEFT_FOR_DAYS * DAY;

async function allLeftIn(place: BackupPlace): Promise<Claim["left"]> {
  const found = await claimIn(place);
  return found && found !== UNREADABLE ? found.left : [];
}

async function refuseIfNotOurs(services: Claiming, place: BackupPlace): Promise<void> {
  const problem = await problemOfPlace(services, place);
  if (problem) throw new NotOurPlace(`${problem.detail}。${problem.todo}`);
}

async function writeClaim({ db, config, clock }: Claiming, place: BackupPlace, left: Claim["left"]): Promise<void> {
  const { id } = await instanceOf(db);
  const made: Claim = {
    site: id,
    publicOrigin: config.publicOrigin,
    machine: hostname(),
    since: clock().toISOString(),
    left,
  };
  const bytes = Buffer.from(JSON.stringify(made, null, 2));
  await place.put(CLAIM, [bytes], bytes.byteLength);
}

const described = ({ publicOrigin, machine, since }: Claim): string =>
  `${publicOrigin}，机器 ${machine}，${chinaTime(new Date(since)).replace("T", " ")} 起`;

async function claimIn(place: BackupPlace): Promise<Claim | typeof UNREADABLE | null> {
  const body = await place.open(CLAIM);
  if (!body) return null;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  const read = claim.safeParse(parsed(Buffer.concat(parts).toString("utf8")));
  return read.success ? read.data : UNREADABLE;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
