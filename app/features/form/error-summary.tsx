import { Icon } from "#app/components/ui/icon";
import type { FormField } from "#app/contract/form";
import { fieldId } from "./form-field";
import type { FormProblems } from "./form-problems";

/** Everything that is wrong with a form, above it: each problem leads to its field. */
export function ErrorSummary({ fields, problems }: { fields: readonly FormField[]; problems: FormProblems }) {
  const wrong = fields.filter(({ name }) => name in problems);
  if (wrong.length === 0) return null;
  return (
    <div className="flash flash--error form__summary">
      <p role="alert" className="form__summary-head">
        <Icon name="warning" />有 {wrong.length} 处需要修改
      </p>
      <ul>
        {wrong.map(({ name }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                // Without an entry in the history, which would end what the page says of the form.
                event.preventDefault();
                document.getElementById(fieldId(name))?.focus();
              }}
            >
              {problems[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
