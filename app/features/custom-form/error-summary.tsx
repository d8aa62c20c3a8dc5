import { Icon } from "#app/components/ui/icon";
import type { FormField } from "#app/contract/content/form";
import { fieldId } from "./form-field";
import type { FormProblems } from "./form-problems";

/** All problems of a form, above it; each links to its field. */
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
                // Prevents a history entry, which would discard the form's result.
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
