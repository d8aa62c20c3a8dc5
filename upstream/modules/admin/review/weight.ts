import { type RawBuilder, sql } from "kysely";
import { DAY } from "#runtime/time-units";

/** Time for which a member counts as new. */
const NEW_FOR = 7 * DAY;
/** Maximum number of open reports counted, so that a crowd does not dominate. */
const REPORTS_COUNTED = 3;

/** Decided texts of each author with a waiting one: the number refused, and the total. */
export const PAST = sql<{ author_id: number; refused: number; decided: number }>`(select author_id,
    count(case when state = 'refused' then 1 end) as refused, count(*) as decided
  from reviews where state in ('approved', 'refused')
    and author_id in (select author_id from reviews where state = 'waiting')
  group by author_id)`;

/** 1 if the author `u` is a new member. */
export const newMember = (now: Date): RawBuilder<number> =>
  sql`case when u.created_at > ${new Date(now.getTime() - NEW_FOR).toISOString()} then 1 else 0 end`;

/** Open reports of the author of the held text `r`, and of the text that it changes. */
export const REPORTS: RawBuilder<number> = sql`(
  (select count(*) from reports p where p.target_kind = 'user' and p.target_id = r.author_id and p.state = 'open')
  + (select count(*) from reports p where p.target_kind = r.kind and p.target_id = r.target_id and p.state = 'open'))`;

/**
 * Weight of a held text in hundredths, so that queue positions compare exactly: see `weight` in the contract. Like the
 * weight of reports it depends on earlier decisions, and is neutral without any.
 */
export const WEIGHT: RawBuilder<number> = sql`(case held_for when 'word' then 200 when 'links' then 150 else 100 end
    * 2 * (1 + refused) / (2 + decided)
  + 100 * new_member
  + 100 * case when reports > ${sql.lit(REPORTS_COUNTED)} then ${sql.lit(REPORTS_COUNTED)} else reports end)`;
