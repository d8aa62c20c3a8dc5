import { TextField } from "#app/components/ui/text-field";

type Props = {
  /** Name of the row in the form: `links.3`. */
  name: string;
  row: { label: string; href: string };
  /** Errors by field name. */
  errors: Record<string, string>;
};

/** Form fields for a link: its label and URL. */
export function LinkFields({ name, row, errors }: Props) {
  return (
    <>
      <TextField label="文字" name={`${name}.label`} defaultValue={row.label} error={errors[`${name}.label`]} />
      <TextField
        label="链接"
        name={`${name}.href`}
        inputMode="url"
        defaultValue={row.href}
        help="本站的页面以 / 开头，或完整地址"
        error={errors[`${name}.href`]}
      />
    </>
  );
}
