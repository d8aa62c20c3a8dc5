import type { FormResult } from "#app/forms/form-result";

/** WeChat's page must identify the payer first. */
export type PayerStep = { kind: "payer"; url: string };

/** Values of the purchase form; submitted again with the same `requestId`, it is still one purchase. */
export type PurchaseValues = { offerId: string; requestId: string; agreed?: boolean };

/** Result of a purchase without an order to pay yet. */
export type PurchaseResult = FormResult<never, PurchaseValues, PayerStep>;
