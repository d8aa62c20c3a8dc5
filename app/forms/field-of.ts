/**
 * Name, typed or else stored value, and error of a form field: all that a `TextField` needs but its label.
 * @param typed returned values by field name, if the form was refused
 * @param errors messages by field name
 */
export const fieldOf = <Name extends string>(
  name: Name,
  typed: Partial<Record<Name, string>> | undefined,
  stored: string | null | undefined,
  errors: Record<string, string>,
) => ({ name, defaultValue: typed?.[name] ?? stored ?? "", error: errors[name] });
