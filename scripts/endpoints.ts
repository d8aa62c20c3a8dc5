import { countEndpoints, endpointRows } from "#upstream/endpoint-table";

/** Prints every call of the contract; ✓ marks those that the upstream implements. */
const rows = endpointRows();
const width = Math.max(...rows.map((row) => row.path.length));
for (const { method, path, auth, implemented, summary } of rows) {
  // Unlike standard output itself, the console forgives a reader that has read enough (`| head`).
  console.log(`${implemented ? "✓" : "·"} ${method.padEnd(6)} ${path.padEnd(width)} ${auth.padEnd(7)} ${summary}`);
}
const { implemented, left } = countEndpoints(rows);
console.log(`\n${implemented} of ${implemented + left} calls implemented, ${left} left; /api/ext apart.`);
