type Props = {
  /** The intent that Enter means. */
  value: string;
  children: string;
};

/** Button that Enter presses in a form with several buttons: the first one, wherever the one that it means is shown. */
export function DefaultButton({ value, children }: Props) {
  return (
    <button type="submit" name="intent" value={value} className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  );
}
