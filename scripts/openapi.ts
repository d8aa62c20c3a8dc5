import { writeFileSync } from "node:fs";
import { openApiDocument } from "#upstream/http/openapi";
import { version } from "../package.json";

/**
 * Writes OpenAPI 3.1 of the contract to a file (`npm run openapi -- openapi.json`) or, without one, to standard output,
 * where npm adds two lines unless it is silenced: `npm run --silent openapi | jq .info`.
 */
const document = JSON.stringify(openApiDocument({ title: "社区 API", version }), null, 2);
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, `${document}\n`);
// Unlike standard output itself, the console forgives a reader that has read enough (`| head`).
else console.log(document);
