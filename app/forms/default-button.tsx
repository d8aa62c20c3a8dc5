type Props = {
  /** Intent of the button that Enter should press. */
  value: string;
  children: string;
};

/** Hidden first submit button, which Enter presses in a form with several buttons. */
export function DefaultButton({ value, children }: Props) {
  return (
    <button type="submit" name="intent" value={value} className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  );
}
