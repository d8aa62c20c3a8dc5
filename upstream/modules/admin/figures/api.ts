import { adminFiguresApi } from "#app/contract/admin/desk/figures";
import { permissionsOf } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { figuresCsv } from "#upstream/modules/figures/csv";
import { readDocuments } from "#upstream/modules/figures/documents";
import { keysFor, missedWords, readFigures } from "#upstream/modules/figures/read";
import { smsBudgetOf } from "#upstream/policy/limits";

/** Maximum searches, and documents. */
const MOST = 50;
const seesMoney = ({ viewer }: StaffCall): boolean => permissionsOf(viewer.roles).has("figures.money");

export const adminFigures = implement(adminFiguresApi, {
  async get({ query }, call) {
    const { db, config } = call;
    return {
      ...(await readFigures(db, query, keysFor(seesMoney(call)))),
      missed: await missedWords(db, query, MOST),
      documents: await readDocuments(db, query, MOST),
      sms: { budget: smsBudgetOf(call), price: config.smsPrice || null },
    };
  },

  async export({ body }, call) {
    const csv = figuresCsv(await readFigures(call.db, body, keysFor(seesMoney(call))));
    return new Response(csv, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="figures-${body.from}-${body.to}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  },
});
