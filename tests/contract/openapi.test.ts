import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { allEndpoints } from "#app/contract";
import { openApiDocument } from "#upstream/http/openapi";

type Operation = {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const document = openApiDocument({ title: "社区 API", version: "0.1.0" }) as Document;
const operation = (path: string, method: string) => document.paths[path]?.[method] as Operation;

test("is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("describes every endpoint under its own id", () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map((one) => one.operationId).sort()).toEqual(
    allEndpoints()
      .map(({ name }) => name)
      .sort(),
  );
});

test("documents where parameters are, which are required, and who may call", () => {
  const get = operation("/api/article/{id}", "get");
  expect(get.parameters).toMatchObject([{ name: "id", in: "path", required: true }]);
  expect(get.security).toEqual([{}, { bearer: [] }]);
  const list = operation("/api/article/getAuthorArticleList", "get");
  expect(list.parameters).toMatchObject([
    { name: "page", in: "query", required: false },
    { name: "pageSize", in: "query", required: false },
    { name: "userId", in: "query", required: true },
  ]);
  expect(operation("/api/article", "post").security).toEqual([{ bearer: [] }]);
});

test("documents length limits, and files as binary parts", () => {
  const article = operation("/api/article", "post").requestBody?.content["application/json"]?.schema;
  expect(article).toMatchObject({ properties: { title: { type: "string", minLength: 5, maxLength: 100 } } });
  const upload = operation("/api/pro/oss/upload", "post").requestBody?.content ?? {};
  expect(Object.keys(upload)).toEqual(["multipart/form-data"]);
  expect(upload["multipart/form-data"]?.schema).toMatchObject({ properties: { file: { format: "binary" } } });
});
