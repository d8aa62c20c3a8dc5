import type { Part } from "#app/contract/parts";
import type { Accent } from "#app/contract/site/accents";
import { configApi, type SiteFooter, type SiteLogo } from "#app/contract/site/config";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { leadsToMissingPart } from "#app/server/urls/part-of-path.server";

/** Facts about the site that every page shows. */
export type Site = {
  name: string;
  slogan: string;
  description: string;
  logo: { url: string | null; urlDark: string | null };
  /** Unset if the operator chose none. */
  accent?: Accent;
  icon?: string;
  navigation?: { label: string; href: string }[];
  /** Parts that the site lacks; links of the operator to them are hidden. */
  off?: readonly Part[];
  footer: SiteFooter;
  /** Whether the operator has written both policies, so that a login can ask for consent. */
  policies: boolean;
};

/** Of a site whose upstream does not say. */
const LOGO: SiteLogo = { name: "社区", url: null, urlDark: null };
const FOOTER: SiteFooter = { groups: [], icp: "", police: "", copyright: "" };

/**
 * The site's name, texts and footer. What the upstream refuses, or can't be reached for, has a default, so that the page
 * still renders its layout and the rest of these.
 */
export async function siteOf(args: ServerArgs): Promise<Site> {
  const { call } = gateway(args);
  const [logoReply, footerReply, texts] = await Promise.all([
    optional(call(configApi.logo, {})),
    optional(call(configApi.footer, {})),
    optional(call(configApi.text, { query: { keys: "siteSlogan,siteDescription,terms,privacy" } })),
  ]);
  const logo = logoReply ?? LOGO;
  const footer = footerReply ?? FOOTER;
  const { off = [] } = logo;
  const isHere = ({ href }: { href: string }) => !leadsToMissingPart(href, off);
  return {
    name: logo.name,
    slogan: texts?.siteSlogan?.content ?? "",
    description: texts?.siteDescription?.content ?? "",
    logo: { url: logo.url, urlDark: logo.urlDark },
    ...(logo.accent && logo.accent !== "green" && { accent: logo.accent }),
    ...(logo.icon && { icon: logo.icon }),
    ...(logo.navigation && { navigation: logo.navigation.filter(isHere) }),
    ...(off.length > 0 && { off }),
    footer: {
      ...footer,
      groups: footer.groups
        .map((group) => ({ ...group, links: group.links.filter(isHere) }))
        .filter(({ links }) => links.length > 0),
    },
    policies: !texts || Boolean(texts.terms && texts.privacy),
  };
}
