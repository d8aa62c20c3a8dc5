import type { ReactNode } from "react";
import { Button, IconButton } from "#app/components/ui/button";

type Props<Row extends Readonly<Record<string, string>>> = {
  /** Common prefix of the rows' field names: `links` of `links.0.label`. */
  name: string;
  /** Name of one row: 链接. */
  label: string;
  rows: readonly Row[];
  /** Whether the maximum number of rows is reached. */
  full?: boolean;
  /** Errors by field name. */
  errors: Partial<Record<string, string>>;
  /** Renders the fields of a row; see `RowField`. */
  children: (field: RowField<keyof Row & string>, row: Row, at: number) => ReactNode;
};

/** Gives a field of a row its name in the form, value and error: `<TextField label="标题" {...field("title")} />`. */
export type RowField<Name extends string> = (name: Name) => {
  name: string;
  defaultValue: string;
  error: string | undefined;
};

/**
 * Rows of a form that can be added, removed and reordered; each of these buttons submits the form, which is returned
 * with all submitted values. Read by `readRows`.
 */
export function RowList<Row extends Readonly<Record<string, string>>>({
  name,
  label,
  rows,
  full = false,
  errors,
  children,
}: Props<Row>) {
  const fieldOf =
    (row: Row, at: number): RowField<keyof Row & string> =>
    (column) => {
      const path = `${name}.${at}.${column}`;
      return { name: path, defaultValue: row[column] ?? "", error: errors[path] };
    };
  return (
    <>
      <ol className="admin-rows" key={JSON.stringify(rows)}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the list is remounted with each change
          <li key={at} className="admin-row">
            <div className="admin-row__fields">{children(fieldOf(row, at), row, at)}</div>
            <div className="admin-row__tools">
              <label>
                顺序
                <input
                  className="input admin-row__order"
                  name={`${name}.${at}.order`}
                  inputMode="decimal"
                  defaultValue={at + 1}
                  aria-label={`第 ${at + 1} 个${label}的顺序`}
                />
              </label>
              {at > 0 ? (
                <IconButton
                  type="submit"
                  name="intent"
                  value={`up-${at}`}
                  icon="arrow-up"
                  label={`上移第 ${at + 1} 个${label}`}
                />
              ) : null}
              {at < rows.length - 1 ? (
                <IconButton
                  type="submit"
                  name="intent"
                  value={`down-${at}`}
                  icon="arrow-down"
                  label={`下移第 ${at + 1} 个${label}`}
                />
              ) : null}
              <Button
                type="submit"
                name="intent"
                value={`remove-${at}`}
                size="small"
                variant="quiet"
                aria-label={`移除第 ${at + 1} 个${label}`}
              >
                移除
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <Button type="submit" name="intent" value="add" size="small" icon="plus" disabled={full}>
        添加{label}
      </Button>
    </>
  );
}
