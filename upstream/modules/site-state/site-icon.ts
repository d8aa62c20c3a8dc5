import type { IconUse } from "#app/contract/files/icon-uses";
import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";
import { type DrawnIcon, drawIcon } from "#upstream/services/storage/draw-icon";
import { readWebAddress } from "#upstream/text/web-address";

/** The site's icon for a use, drawn once per change; if the picture can't be read, the default icon. */
export function siteIcon(services: Services, use: IconUse): Promise<DrawnIcon> {
  return services.cached(`site-icon/${use}`, ["config"], async () => {
    const { icon } = await readSetting(services, "logo");
    const picture = icon ? await pictureAt(services, icon) : null;
    return drawIcon(use, picture).catch(() => drawIcon(use, null));
  });
}

async function pictureAt({ site, objects }: Services, url: string): Promise<Uint8Array | null> {
  const address = readWebAddress(url, site);
  return address?.kind === "object" ? ((await objects.get(address.key))?.bytes ?? null) : null;
}
