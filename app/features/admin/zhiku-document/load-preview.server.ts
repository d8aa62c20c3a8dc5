import {
  adminZhikuContentApi,
  type EditedZhikuContent,
  type ZhikuPreviewReader,
} from "#app/contract/admin/zhiku/content";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { loadPaywall } from "#app/features/zhiku/reader/load-paywall.server";
import { readableHtml } from "#app/features/zhiku/reader/load-zhiku-article.server";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";
import type { DocumentValues } from "./document-values";
import { documentFields } from "./read-document.server";

/** Stored document of the URL; null for a new one. @throws Response */
export async function savedDocument(
  args: ServerArgs & { params: { id?: string } },
): Promise<EditedZhikuContent | null> {
  await requireConsole(args);
  if (args.params.id === "new") return null;
  return loadForStaff(args, adminZhikuContentApi.get, { params: { id: numberOfParam(args) } });
}

type WantedPreview = { as: ZhikuPreviewReader; one: EditedZhikuContent | null; values: DocumentValues };

/**
 * Loads a document as a kind of reader would get it; no content, and the errors in `lacks`, if it could not be saved.
 */
export async function loadPreview(args: ServerArgs, { as, one, values }: WantedPreview) {
  try {
    const body = { ...documentFields(values), as, ...(one ? { id: one.id } : {}) };
    const { content, attachments, original } = await gateway(args).call(adminZhikuContentApi.preview, { body });
    const paywall = await loadPaywall(args, zhikuLinks(content), { own: false });
    return { content: { ...content, contentHtml: readableHtml(content) }, paywall, attachments, original, lacks: [] };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const lacks = Object.values(error.fields);
    if (lacks.length === 0) throw pageError(error, args);
    return { content: null, paywall: null, attachments: [], original: null, lacks };
  }
}
