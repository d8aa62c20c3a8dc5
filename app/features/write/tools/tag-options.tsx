import type { KnownTag } from "./use-known-tags";

type Props = {
  id: string;
  tags: readonly KnownTag[];
  /** Index of the option that Enter chooses; -1 for none. */
  current: number;
  onChoose: (name: string) => void;
};

/** Tag suggestions below the field in which one is typed; focus and key handling stay in the field. */
export function TagOptions({ id, tags, current, onChoose }: Props) {
  return (
    <>
      <p className="visually-hidden" role="status">
        有 {tags.length} 个用过的标签，上下键选择，回车确认
      </p>
      <div id={id} role="listbox" aria-label="用过的标签" className="tag-options">
        {tags.map(({ name, total, synonym }, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={name}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === current}
            className="tag-options__one"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(name)}
          >
            <span>{name}</span>
            {synonym ? <span className="tag-options__note">{synonym} 就是它</span> : null}
            <span className="tag-options__total numbers">{total} 篇</span>
          </div>
        ))}
      </div>
    </>
  );
}
