import { type RawBuilder, sql } from "kysely";
import { DAY } from "#runtime/time-units";

/** Time for which a member is a new one. */
const NEW_FOR = 7 * DAY;
/** Open reports that count, at most: a crowd weighs no more than a few. */
const REPORTS_COUNTED = 3;

/** Decided texts of each author who has something waiting: how many were refused, and how many there are. */
export const PAST = sql<{ author_id: number; refused: number; decided: number }>`(select author_id,
    count(case when state = 'refused' then 1 end) as refused, count(*) as decided
  from reviews where state in ('approved', 'refused')
    and author_id in (select author_id from reviews where state = 'waiting')
  group by author_id)`;

/** 1 where the author `u` is a new member. */
export const newMember = (now: Date): RawBuilder<number> =>
  sql`case when u.created_at > ${new Date(now.getTime() - NEW_FOR).toISOString()} then 1 else 0 end`;

/** Open reports of the author of the held text `r`, and of the text that it changes. */
export const REPORTS: RawBuilder<number> = sql`(
  (select count(*) from reports p where p.target_kind = 'user' and p.target_id = r.author_id and p.state = 'open')
  + (select count(*) from reports p where p.target_kind = r.kind and p.target_id = r.target_id and p.state = 'open'))`;

/**
 * Weight of a held text, in hundredths, so that places in the queue compare exactly: see `weight` in the contract.
 * Like the weight of reports it believes in what was decided before, and in nothing where there is none.
 */
export const WEIGHT: RawBuilder<number> = sql`(case held_for when 'word' then 200 when 'links' then 150 else 100 end
    * 2 * (1 + refused) / (2 + decided)
  + 100 * new_member
  + 100 * case when reports > ${sql.lit(REPORTS_COUNTED)} then ${sql.lit(REPORTS_COUNTED)} else reports end)`;
