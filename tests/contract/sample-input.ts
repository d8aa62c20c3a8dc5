import { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint";

export type SampleInput = { params?: Sample; query?: Sample; body?: Sample };
type Sample = Record<string, unknown>;
type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  minLength?: number;
  minItems?: number;
  items?: JsonSchema;
};

/** Formats that the JSON schema does not contain, such as phone numbers, by field name. */
const BY_NAME: Record<string, unknown> = {
  phone: "13800000000",
  email: "lin@example.com",
  address: "lin@example.com",
  code: "123456",
  rule: "spam",
  state: "a-state-of-at-least-20-characters",
  password: "correct-horse",
  newPassword: "correct-horse",
  url: "http://127.0.0.1:3000/",
  path: "/zhiku",
  from: "2026-01-01",
  to: "2026-01-31",
  day: "2026-01-01",
  orderNo: "2026010100000000000000",
  no: "2026010100000000000000",
  requestId: "00000000-0000-4000-8000-000000000000",
  keys: "about",
  title: "一个足够长的标题",
  target: "question/new",
  synonyms: "部署, 上线",
  people: "1",
  expiresAt: "2999-12-31T00:00:00Z",
  startsAt: "2026-03-01T00:00:00Z",
  endsAt: "2026-03-02T00:00:00Z",
  at: "2026-03-01T00:00:00Z",
  contentType: "image/png",
  // Of a passkey: bytes in base64url.
  id: "AAAA",
  rawId: "AAAA",
  clientDataJSON: "AAAA",
  attestationObject: "AAAA",
  authenticatorData: "AAAA",
  signature: "AAAA",
  file: new File(["plain"], "a.txt", { type: "text/plain" }),
};

/** Fields that only some kinds of texts need, by endpoint path. */
const OF_KIND: Record<string, Sample> = { "/api/ext/admin/rewrite": { title: BY_NAME.title } };

/** Creates a minimal valid input for an endpoint: only required fields. */
export function sampleInput(endpoint: Endpoint): SampleInput {
  const part = (schema: z.ZodType | undefined): Sample | undefined => {
    if (!schema) return undefined;
    return sample("", z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema) as Sample;
  };
  const body = part(endpoint.body);
  const entries = {
    params: part(endpoint.params),
    query: part(endpoint.query),
    body: body && { ...body, ...OF_KIND[endpoint.path] },
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

function sample(name: string, schema: JsonSchema): unknown {
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (choice) return sample(name, choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(key, schema.properties?.[key] ?? {})]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(name, schema.items ?? {}));
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return BY_NAME[name] ?? "样例文字".padEnd(schema.minLength ?? 0, "。");
  }
}
