import type { FormResult } from "#app/forms/form-result";

/** WeChat's page has to say first who is going to pay. */
export type PayerStep = { kind: "payer"; url: string };

/** The form that buys; asked for again under the same `requestId`, it is still done once. */
export type PurchaseValues = { offerId: string; requestId: string; agreed?: boolean };

/** Result of buying where there is no order to pay yet. */
export type PurchaseResult = FormResult<never, PurchaseValues, PayerStep>;
