import { adminFiguresApi } from "#app/contract/admin/figures";
import { permissionsOf } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { figuresCsv } from "#upstream/modules/figures/csv";
import { missedWords, readFigures } from "#upstream/modules/figures/read";

const WORDS = 50;
const seesMoney = ({ viewer }: StaffCall): boolean => permissionsOf(viewer.roles).has("figures.money");

export const adminFigures = implement(adminFiguresApi, {
  async get({ query }, call) {
    const figures = await readFigures(call.db, query, seesMoney(call));
    return { ...figures, missed: await missedWords(call.db, query, WORDS) };
  },

  async export({ body }, call) {
    const csv = figuresCsv(await readFigures(call.db, body, seesMoney(call)));
    return new Response(csv, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="figures-${body.from}-${body.to}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  },
});
