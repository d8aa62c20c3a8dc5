import type { Part } from "#app/contract/parts";
import type { Accent } from "#app/contract/site/accents";
import { configApi, type SiteFooter } from "#app/contract/site/config";
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

const UNKNOWN: Site = {
  name: "社区",
  slogan: "",
  description: "",
  logo: { url: null, urlDark: null },
  footer: { groups: [], icp: "", police: "", copyright: "" },
  policies: true,
};

/**
 * The site's name, texts and footer. If the upstream can't be reached, defaults let the page still render its layout.
 */
export async function siteOf(args: ServerArgs): Promise<Site> {
  const { call } = gateway(args);
  try {
    const [logo, footer, texts] = await Promise.all([
      call(configApi.logo, {}),
      call(configApi.footer, {}),
      call(configApi.text, { query: { keys: "siteSlogan,siteDescription,terms,privacy" } }),
    ]);
    const { off = [] } = logo;
    const isHere = ({ href }: { href: string }) => !leadsToMissingPart(href, off);
    return {
      name: logo.name,
      slogan: texts.siteSlogan?.content ?? "",
      description: texts.siteDescription?.content ?? "",
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
      policies: Boolean(texts.terms && texts.privacy),
    };
  } catch {
    return UNKNOWN;
  }
}
