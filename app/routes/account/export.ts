import { Readable } from "node:stream";
import { setImmediate as letOthers } from "node:timers/promises";
import { createReadableStreamFromReadable, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { formatDate } from "#app/components/ui/format-time";
import { accountApi } from "#app/contract/people/account";
import { attempt } from "#app/forms/attempt.server";
import { paths } from "#app/paths";
import { setFlash } from "#app/server/cookies/flash.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { isOwnVisit } from "#app/server/request/visit.server";
import { requireUser } from "#app/server/viewer.server";

/** Number of rows written at once; others are answered in between. */
const BATCH = 500;

/** Writes the text of `JSON.stringify(data, null, 2)` in pieces. */
async function* piecesOf(data: Record<string, unknown>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
  let before = "{\n";
  for (const [name, value] of Object.entries(data)) {
    yield encoder.encode(`${before}  ${JSON.stringify(name)}: `);
    before = ",\n";
    if (!Array.isArray(value) || value.length === 0) {
      yield encoder.encode(indented(value));
      continue;
    }
    for (let at = 0; at < value.length; at += BATCH) {
      const rows = indented(value.slice(at, at + BATCH));
      // Without the brackets: `[`, and a line with `]`.
      yield encoder.encode((at === 0 ? "[" : ",") + rows.slice(1, -"\n  ]".length));
      await letOthers();
    }
    yield encoder.encode("\n  ]");
  }
  yield encoder.encode("\n}");
}

/** Exports everything stored about the current user as a file; rate-limited, so only for the user's own navigation. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireUser(args);
  if (!isOwnVisit(args.request)) throw redirect(paths.accountSecure());
  const result = await attempt(() => gateway(args).call(accountApi.export, {}));
  if (result.status === "refused") {
    // Without a message if the session has just ended, since the redirect leads home.
    const flash = result.code === "NOT_LOGIN" ? null : setFlash({ kind: "error", message: result.message });
    return redirect(paths.accountSecure(), flash ? { headers: { "set-cookie": flash } } : {});
  }
  const day = formatDate(Date.parse(result.data.exportedAt)) || "export";
  return new Response(createReadableStreamFromReadable(Readable.from(piecesOf(result.data))), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="shequ-${userId}-${day}.json"`,
    },
  });
}
