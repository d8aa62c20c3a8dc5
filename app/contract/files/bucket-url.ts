/**
 * URL of a bucket, which the app's content security policy allows and the upstream signs. Aliyun requires the bucket in
 * the host name, others take it in the path.
 */
export function bucketUrl({ endpoint, bucket }: { endpoint: string; bucket: string }): string {
  const url = new URL(endpoint);
  if (url.hostname.endsWith(".aliyuncs.com")) return `${url.protocol}//${bucket}.${url.host}`;
  return `${endpoint.replace(/\/+$/, "")}/${bucket}`;
}
