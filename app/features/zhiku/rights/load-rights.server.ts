import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import { zhikuConfigApi } from "#app/contract/zhiku/config";
import { isProfileComplete, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { loadCategories } from "#app/features/zhiku/load-categories.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { tokenOf } from "#app/server/session.server";
import { UpstreamError } from "#app/server/upstream-error";
import { pendingOrderTerms } from "./order-terms.server";

/** What is on sale (with `?category=`, only what opens it), what it gives, and what a member has already. @throws Response */
export async function loadRights(args: ServerArgs) {
  const { call, load } = gateway(args);
  const categoryId = numberIn(new URL(args.request.url).searchParams.get("category"));
  const categories = categoryId === undefined ? [] : ((await loadCategories(args)) ?? []);
  const category = categories.find(({ id }) => id === categoryId) ?? null;
  const query = category ? { categoryId: category.id } : {};
  const known = Boolean(tokenOf(args.request));
  const [offers, texts, help, member, terms] = await Promise.all([
    load(zhikuRightsApi.list, { query }),
    optional(call(zhikuCategoryApi.rightsTextList, { query })),
    optional(call(zhikuConfigApi.text, { query: { key: "zhikuHelp" } })),
    known ? standing(args) : null,
    known ? pendingOrderTerms(args) : null,
  ]);
  return {
    category: category && { id: category.id, name: category.name },
    // What opens just this category comes before what opens everything.
    offers: category ? [...offers].sort((a, b) => Number(!a.category) - Number(!b.category)) : offers,
    texts: texts ?? [],
    help: help?.contentHtml ?? null,
    member,
    /** Version of the terms that a member has to agree to before ordering. */
    terms,
  };
}

/** Null for whoever turns out to be a visitor. `rights` and `profile` are null when they could not be had. */
async function standing(args: ServerArgs) {
  const { call } = gateway(args);
  try {
    const profile = await call(zhikuUserApi.get, {});
    return { rights: profile.rights, profile: stateOf(profile) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.code === "NOT_LOGIN" ? null : { rights: null, profile: null };
  }
}

function stateOf(profile: ZhikuProfile): "complete" | "rejected" | "missing" {
  if (isProfileComplete(profile)) return "complete";
  return profile.rejected === 1 ? "rejected" : "missing";
}

const numberIn = (text: string | null): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined;
