/**
 * Names the account in a form with a password, for password managers: the number that is typed at the login. Not shown
 * and not sent.
 */
export function UsernameField({ value }: { value: string | null }) {
  return value === null ? null : <input type="text" autoComplete="username" value={value} readOnly hidden />;
}
