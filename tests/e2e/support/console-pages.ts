import { expect } from "@playwright/test";
import { roles } from "#app/contract/permissions";
import { placedRoutes } from "#app/route-facts";
import { routes } from "#app/routes";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { demoDatabase } from "./demo-database";
import { type Member, newMember, onAnotherDevice } from "./member";

/** A row of the demo data, by column. */
const one = (table: keyof Database, column: "id" | "order_no") => (db: Db) =>
  db
    .selectFrom(table as "zhiku_orders")
    .select(column as "order_no")
    .limit(1)
    .executeTakeFirst()
    .then((row) => (row ? String(Object.values(row)[0]) : null));

/** A page below such a row's own. */
const below = (row: (db: Db) => Promise<string | null>, page: string) => async (db: Db) => {
  const id = await row(db);
  return id && `${id}/${page}`;
};

/** Values for the parameters of the console's paths; every path with parameters needs a row here. */
const SAMPLES: Record<string, string | ((db: Db) => Promise<string | null>)> = {
  "/admin/activity/:id": one("activities", "id"),
  "/admin/case/:id": one("cases", "id"),
  "/admin/agreement/:key": "terms",
  "/admin/agreement/:key/consent": "terms/consent",
  "/admin/announcement/:id": one("announcements", "id"),
  "/admin/submission/:id": one("form_submissions", "id"),
  "/admin/form/:id": "1",
  "/admin/form/:id/submission": "1",
  "/admin/appeal/:id": one("appeals", "id"),
  "/admin/content/:kind": "article",
  "/admin/content/:kind/:id": "article/1",
  "/admin/code/:id": one("zhiku_code_batches", "id"),
  "/admin/draft/:kind/:id": (db) =>
    db
      .selectFrom("staff_drafts")
      .select("id")
      .where("kind", "=", "case")
      .executeTakeFirst()
      .then((row) => (row ? `case/${row.id}` : null)),
  "/admin/log/:id": one("audit_log", "id"),
  "/admin/message/:id": "new",
  "/admin/content/:kind/:id/edit": "article/1/edit",
  "/admin/content/:kind/:id/version": "article/1/version",
  "/admin/content/question/:id/merge": "1/merge",
  "/admin/placing/:kind/:id": "article/1",
  "/admin/offer/:id": one("zhiku_offers", "id"),
  "/admin/order/:no": one("zhiku_orders", "order_no"),
  "/admin/report/:kind/:id": (db) =>
    db
      .selectFrom("reports")
      .select(["target_kind", "target_id"])
      .limit(1)
      .executeTakeFirst()
      .then((row) => (row ? `${row.target_kind}/${row.target_id}` : null)),
  "/admin/review/:id": one("reviews", "id"),
  "/admin/review/:id/edit": below(one("reviews", "id"), "edit"),
  "/admin/site/:place": "banner",
  "/admin/text/:key": "about",
  "/admin/user/:id": one("users", "id"),
  "/admin/user/:id/handover": below(one("users", "id"), "handover"),
  "/admin/user/:id/merge": below(one("users", "id"), "merge"),
  "/admin/taxonomy/tag": (db) =>
    db
      .selectFrom("tags")
      .select("name")
      .where("total", ">", 0)
      .limit(1)
      .executeTakeFirst()
      .then((row) => (row ? `?name=${encodeURIComponent(row.name)}` : null)),
  "/admin/taxonomy/class/:id": one("classifications", "id"),
  "/admin/zhiku/category/:id": one("zhiku_categories", "id"),
  "/admin/zhiku/content/:id": one("zhiku_contents", "id"),
  "/admin/zhiku/content/:id/preview": below(one("zhiku_contents", "id"), "preview?as=member"),
  "/admin/zhiku/rights-text/:id": "all",
};

/** Pages that are not accessible once verified, or without a second factor. */
const ELSEWHERE = new Set(["/admin/verify", "/admin/factor/new"]);
const PATHS = placedRoutes(routes)
  .leaves.filter(({ path, facts }) => facts.audience === "staff" && facts.shape === "page" && !ELSEWHERE.has(path))
  .map(({ path }) => path);

/** The demo's owner, logged in for these tests, and their pages by path. */
export async function ownersPages(): Promise<{ owner: Member; paths: string[] }> {
  const { db } = await demoDatabase();
  const [owner] = roles;
  const { user_id } = await db
    .selectFrom("staff")
    .select("user_id")
    .where("role", "=", owner)
    .orderBy("user_id")
    .executeTakeFirstOrThrow();
  const paths: string[] = [];
  for (const path of new Set(PATHS)) {
    const sample = SAMPLES[path];
    if (path.includes(":")) expect(sample, `what stands for ${path}`).toBeDefined();
    const value = typeof sample === "function" ? await sample(db) : sample;
    // Without such an item in the demo data, there is no page to test.
    if (value !== null) paths.push(path.includes(":") ? path.replace(/:.*/, value ?? "") : path + (value ?? ""));
  }
  return { owner: await onAnotherDevice({ ...(await newMember()), userId: Number(user_id) }, "console"), paths };
}
