/** The signed parameter, the same in OSS and S3, that makes browsers save the answer under a name. */
export function downloadQuery(name: string): Record<string, string> {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return { "response-content-disposition": `attachment; filename*=UTF-8''${encoded}` };
}
