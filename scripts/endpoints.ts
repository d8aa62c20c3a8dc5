import { countEndpoints, endpointRows } from "#upstream/endpoint-table";

/** Prints every call of the contract; ✓ marks those that the upstream implements. */
const rows = endpointRows();
const width = Math.max(...rows.map((row) => row.path.length));
for (const { method, path, auth, implemented, summary } of rows) {
  process.stdout.write(
    `${implemented ? "✓" : "·"} ${method.padEnd(6)} ${path.padEnd(width)} ${auth.padEnd(7)} ${summary}\n`,
  );
}
const { implemented, left } = countEndpoints(rows);
process.stdout.write(`\n${implemented} of ${implemented + left} calls implemented, ${left} left; /api/ext apart.\n`);
