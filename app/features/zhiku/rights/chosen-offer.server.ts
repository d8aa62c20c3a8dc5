import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { type RightsOffer, zhikuRightsApi } from "#app/contract/zhiku/rights";
import { backOf } from "#app/features/zhiku/back.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { type Wanted, wantedOf } from "./payer.server";

/** Offer that was chosen before the professional profile was complete. */
export type ChosenOffer = {
  /** Null when it is not on sale any more, or can't be had. */
  offer: Pick<RightsOffer, "name" | "price" | "days"> | null;
  /** Path where something else can be chosen. */
  others: string;
};

/** The professional profile, which is asked for before money is; saving it there leads on to what is wanted. */
export const profileBefore = ({ offer, request, back }: Wanted): string =>
  paths.zhikuProfile(paths.zhikuRights({ offer, request, back: back || undefined }));

/**
 * Leads on an offer that was chosen before the login and has no order of its own yet: with a complete profile it is
 * bought at the page with the offers, otherwise the profile comes first, whose address then names that order.
 * @throws Response: to either of them
 */
export function leadOnChosen(request: Request, profile: Parameters<typeof isProfileComplete>[0] | null): void {
  const wanted = wantedIn(request);
  if (!wanted?.offer || wanted.request || !profile) return;
  const { offer } = wanted;
  const back = wanted.back || undefined;
  if (isProfileComplete(profile)) throw redirect(paths.zhikuRights({ offer, back }));
  throw redirect(profileBefore({ ...wanted, request: randomUUID() }));
}

/** Offer that is to be bought once the profile is saved that a request is about; null when nothing was chosen. */
export function chosenIn(request: Request): Wanted | null {
  const wanted = wantedIn(request);
  return wanted?.offer && wanted.request ? wanted : null;
}

function wantedIn(request: Request): Wanted | null {
  const next = backOf(request) ?? "";
  return next.startsWith(`${paths.zhikuRights()}?`) ? wantedOf({ next }) : null;
}

/** Chosen offer as its page shows it. */
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
