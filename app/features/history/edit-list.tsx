import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { HistoryPage } from "./load-history.server";

type Edit = HistoryPage["list"][number];
type Props = {
  edits: readonly Edit[];
  /** Number of the current version. */
  present: number;
  /** Number of the selected version. */
  chosen: number | null;
};

/** Versions of a text, newest first. */
export const EditList = ({ edits, present, chosen }: Props) => (
  <ol className="edits">
    {edits.map((edit) => (
      <li key={edit.version} className="edits__one" aria-current={edit.version === chosen ? "true" : undefined}>
        <p className="edits__facts">
          {edit.href ? (
            <Link to={edit.href} stay className="edits__link">
              <Time value={edit.at} format="datetime" />
            </Link>
          ) : (
            <Time value={edit.at} format="datetime" />
          )}
          <span>{describeAction(edit)}</span>
          {edit.version === present ? <Tag tone="accent">现在的版本</Tag> : null}
          {edit.hiddenBy ? <Tag>{edit.hiddenBy === "staff" ? "管理员已隐藏" : "作者已隐藏"}</Tag> : null}
        </p>
        {edit.reason ? <p className="edits__reason">{edit.reason}</p> : null}
      </li>
    ))}
  </ol>
);

const describeAction = ({ version, by }: Edit): string =>
  by === "staff" ? "管理员恢复了较早的版本" : version === 1 ? "发表" : "作者修改";
