import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { type RightsOffer, zhikuRightsApi } from "#app/contract/zhiku/rights";
import { backOf } from "#app/features/zhiku/back.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { type WantedOffer, wantedOf } from "./payer.server";

/** Offer chosen before the professional profile was complete. */
export type ChosenOffer = {
  /** Null if it is no longer on sale, or can't be loaded. */
  offer: Pick<RightsOffer, "name" | "price" | "days"> | null;
  /** Path to choose another offer. */
  others: string;
};

/** The professional profile page before a payment; saving it continues with the purchase. */
export const profileBefore = ({ offer, request, back }: WantedOffer): string =>
  paths.zhikuProfile(paths.zhikuRights({ offer, request, back: back || undefined }));

/**
 * Continues with an offer chosen before the login that has no order yet: with a complete profile it is bought on the
 * offers page, otherwise the profile comes first, with the offer in its URL.
 * @throws Response: a redirect to either of them
 */
export function leadOnChosen(request: Request, profile: Parameters<typeof isProfileComplete>[0] | null): void {
  const wanted = wantedIn(request);
  if (!wanted?.offer || wanted.request || !profile) return;
  const { offer } = wanted;
  const back = wanted.back || undefined;
  if (isProfileComplete(profile)) throw redirect(paths.zhikuRights({ offer, back }));
  throw redirect(profileBefore({ ...wanted, request: randomUUID() }));
}

/** The offer to buy once the profile is saved; null if none was chosen. */
export function chosenIn(request: Request): WantedOffer | null {
  const wanted = wantedIn(request);
  return wanted?.offer && wanted.request ? wanted : null;
}

function wantedIn(request: Request): WantedOffer | null {
  const next = backOf(request) ?? "";
  return next.startsWith(`${paths.zhikuRights()}?`) ? wantedOf({ next }) : null;
}

/** Loads the chosen offer for its page. */
export async function loadChosen(args: ServerArgs): Promise<ChosenOffer | null> {
  const wanted = chosenIn(args.request);
  if (!wanted) return null;
  const offers = await optional(gateway(args).call(zhikuRightsApi.list, { query: {} }));
  const offer = offers?.find(({ id }) => String(id) === wanted.offer);
  return {
    offer: offer ? { name: offer.name, price: offer.price, days: offer.days } : null,
    others: paths.zhikuRights({ back: wanted.back || undefined }),
  };
}
