import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { PayError } from "./pay";
import { BadBillError } from "./pay-bill";
import { billReply } from "./wechat-pay-replies";
import type { WechatPayRequests } from "./wechat-pay-requests";

/** Error code for a day without payments. */
const NO_STATEMENT_EXIST = "NO_STATEMENT_EXIST";
/** Maximum bytes of a bill, compressed and uncompressed: some hundred thousand payments. */
const BILL_ZIPPED_MAX = 16 * 1024 * 1024;
const BILL_BYTES_MAX = 64 * 1024 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Downloads a bill and reads it with `read`; null if there is none for the day. The reply with its URL and checksum is
 * signed; the file itself is not, so its checksum is compared. It is fetched from the configured host, whatever host
 * the URL names.
 * @throws PayError
 */
export async function downloadBill<T>(
  requests: WechatPayRequests,
  path: string,
  read: (text: string) => T,
): Promise<T | null> {
  const told = await requests.ask("GET", `${path}&tar_type=GZIP`, billReply).catch((error: unknown) => {
    if (error instanceof PayError && error.code === NO_STATEMENT_EXIST) return null;
    throw error;
  });
  if (!told) return null;
  const { pathname, search } = new URL(told.download_url);
  const { body } = await requests.download(pathname + search, BILL_ZIPPED_MAX);
  const zipped = body.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  const bytes = zipped ? await unzip(body) : body;
  const sum = createHash("sha1").update(bytes).digest("hex");
  if (sum !== told.hash_value.toLowerCase()) throw new PayError("down", `${pathname}: not the file of its sum`);
  return readBill(read, bytes.toString("utf8"));
}

async function unzip(body: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(body, { maxOutputLength: BILL_BYTES_MAX });
  } catch (error) {
    throw new PayError("down", `a bill that can't be unzipped: ${(error as { code?: string }).code ?? "unknown"}`);
  }
}

function readBill<T>(read: (text: string) => T, text: string): T {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadBillError)) throw error;
    throw new PayError("down", `a bill that can't be read: ${error.message}`);
  }
}
