import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { createClassification } from "#upstream/modules/classification/write";
import { setSetting } from "#upstream/modules/config/settings";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { insertForm, prepareForm } from "#upstream/modules/form/write";
import { isAgreement, publishAgreements } from "./agreements";
import { putPicture } from "./demo-objects";
import type { People } from "./people";
import { drawPicture } from "./pictures";
import { parseScript } from "./script";

type Banner = { title: string; subtitle: string; link: string; picture: string };
type Field = {
  name: string;
  label: string;
  type: "text";
  placeholder?: string;
  help?: string;
  options?: [string, string][];
  rules: [];
};
type SiteDescription = {
  classifications: Record<"article" | "case", [string, string][]>;
  banners: Banner[];
  posters: Banner[];
  footer: { groups: { title: string; links: [string, string][] }[]; icp: string; police: string };
  texts: Record<string, string>;
  recommendedAuthors: string[];
  forms: { title: string; description: string; fields: Field[] }[];
};

/** Ids by slug, for both kinds. */
export type Classifications = Record<"article" | "case", Map<string, number>>;

/** Creates classifications, texts, pages, banners, footer, recommended authors and forms. */
export async function createSite(
  services: Services,
  folder: string,
  people: People,
): Promise<{ classifications: Classifications; formIds: number[] }> {
  const site = parse(await readFile(`${folder}/site/site.yaml`, "utf8")) as SiteDescription;
  const pages = parseScript(await readFile(`${folder}/site/pages.md`, "utf8"), "pages.md");
  const banners = await withPictures(services, site.banners, "banner");
  const posters = await withPictures(services, site.posters, "poster");
  const forms = await Promise.all(
    site.forms.map(({ title, description, fields }) =>
      prepareForm(services, {
        title,
        description,
        fields: fields.map(({ name, label, type, placeholder, help, options = [], rules }) => ({
          name,
          label,
          type,
          placeholder: placeholder ?? "",
          help: help ?? "",
          options: options.map(([value, text]) => ({ value, label: text })),
          rules,
        })),
        opensAt: null,
        closesAt: null,
        oncePerPerson: false,
      }),
    ),
  );
  const texts = await Promise.all([
    ...Object.entries(site.texts).map(([key, content]) => prepareSiteText(services, { key, content, kind: "short" })),
    ...pages
      .filter(({ fields }) => !isAgreement(fields.slug))
      .map(({ fields, title, body }) =>
        prepareSiteText(services, { key: fields.slug ?? title, title, content: body, kind: "page" }),
      ),
  ]);
  const classifications: Classifications = { article: new Map(), case: new Map() };
  const formIds: number[] = [];
  await transact(services.db, async (trx) => {
    for (const kind of ["article", "case"] as const) {
      for (const [position, [slug, name]] of site.classifications[kind].entries()) {
        const { id } = await createClassification(trx, { kind, slug, name, position });
        classifications[kind].set(slug, id);
      }
    }
    await setSiteTexts(trx, texts);
    await setSetting(trx, "logo", { name: "社区", url: null, urlDark: null });
    await setSetting(trx, "banner", banners);
    await setSetting(trx, "poster", posters);
    await setSetting(trx, "footer", {
      groups: site.footer.groups.map(({ title, links }) => ({
        title,
        links: links.map(([label, href]) => ({ label, href })),
      })),
      icp: site.footer.icp,
      police: site.footer.police,
      copyright: site.texts.copyright ?? "",
    });
    await setSetting(
      trx,
      "recommend-author",
      site.recommendedAuthors.flatMap((handle) => people.authors.get(handle) ?? []),
    );
    for (const form of forms) formIds.push((await insertForm(trx, form)).id);
  });
  await publishAgreements(services, pages);
  return { classifications, formIds };
}

async function withPictures(services: Services, list: readonly Banner[], kind: "banner" | "poster") {
  const result = [];
  for (const [index, { title, subtitle, link, picture }] of list.entries()) {
    const name = picture.replace(/^demo:/, "");
    const image = await putPicture(services, `demo/${kind}/${name}.webp`, await drawPicture(name), title);
    result.push({ id: index + 1, title, subtitle, href: link, image });
  }
  return result;
}
