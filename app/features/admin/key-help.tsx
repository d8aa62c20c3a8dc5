type Props = { keys: readonly (readonly [key: string, meaning: string])[] };

/** Keyboard shortcuts of a page, which are also shown by `?`. */
export function KeyHelp({ keys }: Props) {
  return (
    <details className="admin-keys">
      <summary data-key="?">键盘快捷键（?）</summary>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
