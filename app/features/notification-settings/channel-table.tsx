import {
  NOTIFICATION_CHANNELS,
  type NotificationSort,
  OUTSIDE_SORTS,
  type OutsideChannel,
  type OutsideSort,
} from "#app/contract/notification/channels";
import { CHANNEL_WORDS, SORT_WORDS } from "./sort-words";

type Props = {
  /** Sorts shown on the site. */
  wanted: readonly NotificationSort[];
  /** Sorts sent by each external channel. */
  outside: { readonly [Channel in OutsideChannel]?: readonly OutsideSort[] | undefined };
};

/** Table of notification settings: a row per sort, a column per available channel. */
export function ChannelTable({ wanted, outside }: Props) {
  const channels = Object.keys(outside) as OutsideChannel[];
  return (
    <table className="channels">
      <thead>
        <tr>
          <th scope="col">通知我的事</th>
          <th scope="col">站内</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {CHANNEL_WORDS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {OUTSIDE_SORTS.map((sort) => (
          <tr key={sort}>
            <th scope="row">
              {SORT_WORDS[sort].name}
              <span className="field__help">{SORT_WORDS[sort].text}</span>
            </th>
            <td>
              {NOTIFICATION_CHANNELS[sort].site === "always" ? (
                <span className="channels__always">必收</span>
              ) : (
                <Box name="sort" sort={sort} column="站内" on={wanted.some((one) => one === sort)} />
              )}
            </td>
            {channels.map((channel) => (
              <td key={channel}>
                {NOTIFICATION_CHANNELS[sort].outside.includes(channel) ? (
                  <Box
                    name={channel}
                    sort={sort}
                    column={CHANNEL_WORDS[channel]}
                    on={outside[channel]?.includes(sort) ?? false}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A checkbox whose label fills the whole cell, for touch. */
function Box({ name, sort, column, on }: { name: string; sort: OutsideSort; column: string; on: boolean }) {
  return (
    <label className="channels__box">
      <input type="checkbox" name={name} value={sort} defaultChecked={on} />
      <span className="visually-hidden">
        {SORT_WORDS[sort].name}：{column}
      </span>
    </label>
  );
}
