import { FieldError } from "#app/components/ui/field-error";
import { AGREEMENTS } from "#app/contract/people/agreements";
import type { PurchaseResult } from "./purchase-result";

type Props = { offerId: number; version: number; result: PurchaseResult | undefined };

/** Checkbox to accept a version of zhiku's terms with an order. */
export function OrderTerms({ offerId, version, result }: Props) {
  const { name, path } = AGREEMENTS.zhiku;
  const error = result?.status === "refused" ? result.fields.agreed : undefined;
  const id = `offer-${offerId}-agreed-error`;
  return (
    <div className="field offer__terms">
      <label>
        <input
          type="checkbox"
          name="agreed"
          value={version}
          defaultChecked={result?.values?.agreed ?? false}
          {...(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
        />
        我已阅读并同意
        <a href={path} target="_blank" rel="noopener">
          {name}
        </a>
      </label>
      <FieldError id={id} message={error} />
    </div>
  );
}
