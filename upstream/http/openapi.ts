import { z } from "zod";
import { allEndpoints } from "#app/contract";
import { MESSAGES } from "#app/contract/codes";
import type { Auth, Endpoint } from "#app/contract/endpoint";

type Json = Record<string, unknown>;
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] };

const BEARER = "bearer";

/** Returns OpenAPI 3.1 for the whole contract; operation ids are the contract's names, e.g. `site.article.get`. */
export function openApiDocument({ title, version }: { title: string; version: string }): Json {
  const endpoints = allEndpoints();
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description:
        "除文件下载与外部协议外，答案都是 HTTP 200 与信封 { code, message, data }。code 为 SUCCESS 时 data 是结果；" +
        "其余 code 是业务上的拒绝，message 可以直接展示。非 200 的状态表示网络或服务器故障。",
    },
    tags: [...new Set(endpoints.map(({ name }) => tagOf(name)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { [BEARER]: { type: "http", scheme: "bearer", description: "登录得到的令牌" } },
      schemas: { Refusal: refusal() },
      responses: {
        Broken: { description: MESSAGES.INTERNAL, content: json({ $ref: "#/components/schemas/Refusal" }) },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const body = endpoint.body && requestSchema(endpoint.body);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(name)],
    security: securityOf(endpoint.auth),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query)],
    ...(body && { requestBody: { required: true, content: { [bodyTypeOf(body)]: { schema: body } } } }),
    responses: {
      200: { description: MESSAGES.SUCCESS, content: answerContent(endpoint) },
      500: { $ref: "#/components/responses/Broken" },
    },
  };
}

/** Returns the tag of a call: `site.article.get` → `article`, `zhiku.content.list` → `zhiku/content`. */
function tagOf(name: string): string {
  const [area = "", noun = ""] = name.split(".");
  return area === "zhiku" ? `${area}/${noun}` : noun;
}

/** Even where no token is needed, one may be sent to identify the viewer. */
function securityOf(auth: Auth): Json[] {
  return auth === "anyone" ? [{}, { [BEARER]: [] }] : [{ [BEARER]: [] }];
}

function parameters(place: "path" | "query", schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = requestSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const requestSchema = (schema: z.ZodType): ObjectSchema => schemaOf(schema, "input");

function schemaOf(schema: z.ZodType, io: "input" | "output"): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Replies may get new fields, so clients must not reject unknown ones.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest as ObjectSchema;
}

function bodyTypeOf(body: ObjectSchema): string {
  const files = Object.values(body.properties ?? {}).some((property) => property.format === "binary");
  return files ? "multipart/form-data" : "application/json";
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

function answerContent({ reply, data }: Endpoint): Json {
  if (reply === "raw") return json(schemaOf(data, "output"));
  const refused = { $ref: "#/components/schemas/Refusal" };
  if (reply === "blob") return { "application/octet-stream": { schema: {} }, ...json(refused) };
  const success = {
    type: "object",
    required: ["code", "message", "data"],
    properties: { code: { const: "SUCCESS" }, message: { type: "string" }, data: schemaOf(data, "output") },
  };
  return json({ oneOf: [success, refused] });
}

function refusal(): Json {
  const codes = Object.entries(MESSAGES).filter(([code]) => code !== "SUCCESS");
  return {
    type: "object",
    required: ["code", "message", "data"],
    properties: {
      code: {
        type: "string",
        enum: codes.map(([code]) => code),
        description: codes.map(([code, message]) => `${code}：${message}`).join("\n"),
      },
      message: { type: "string", description: "可以直接展示的中文说明" },
      data: { description: "INVALID_PARAMS 时含 fields（按字段名的说明），RATE_LIMITED 时含 retryAfter（秒）" },
    },
  };
}
