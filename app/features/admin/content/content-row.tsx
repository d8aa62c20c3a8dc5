import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ListedThing } from "#app/contract/admin/content/content";
import { adminPaths } from "#app/features/admin/admin-paths";
import type { ItemBox } from "#app/features/admin/queue/item-box";
import { THING_STATES } from "#app/features/admin/queue/thing-states";

type Props = {
  thing: ListedThing;
  /** Its checkbox, if it can be selected for a bulk action. */
  box: ItemBox | null;
};

/** One item in the list of all content. */
export function ContentRow({ thing, box }: Props) {
  const { kind, id, name, owner, state, createdAt, reason, reports } = thing;
  return (
    <li className="admin-queue__row" data-queue-row>
      {box ? (
        <label className="admin-queue__box">
          <input type="checkbox" name="item" {...box} aria-label={`选中：${name}`} />
        </label>
      ) : null}
      <div>
        <p className="admin-queue__title">
          <Link to={adminPaths.content({ kind, id })}>{name}</Link>
        </p>
        <p className="admin-queue__note">
          <span className="numbers">#{id}</span>
          {state === "public" ? null : <Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>}
          {reason ? <span>{reason}</span> : null}
          {reports > 0 ? <Link to={adminPaths.report({ kind, id })}>{reports} 人举报</Link> : null}
          {owner ? <span>{owner.nickname}</span> : null}
          <Time value={createdAt} />
        </p>
      </div>
    </li>
  );
}
