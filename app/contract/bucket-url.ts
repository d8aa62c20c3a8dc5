/**
 * The address of a bucket: the app's policy allows it, and the upstream signs for it. Aliyun wants the bucket in the
 * host, the others take it in the path.
 */
export function bucketUrl({ endpoint, bucket }: { endpoint: string; bucket: string }): string {
  const url = new URL(endpoint);
  if (url.hostname.endsWith(".aliyuncs.com")) return `${url.protocol}//${bucket}.${url.host}`;
  return `${endpoint.replace(/\/+$/, "")}/${bucket}`;
}
