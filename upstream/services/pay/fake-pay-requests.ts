import { z } from "zod";

const text = (max: number) => z.string().min(1).max(max);

/** Request body for a charge, as validated by WeChat Pay. */
export const chargeBody = z.object({
  appid: text(32),
  mchid: text(32),
  description: text(127),
  out_trade_no: z.string().regex(/^[0-9A-Za-z_\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.url({ protocol: /^https?$/ }).max(255),
  amount: z.object({ total: z.number().int().min(1), currency: z.literal("CNY") }),
  payer: z.object({ openid: text(128) }).optional(),
});

/** Request body for a refund, as validated by WeChat Pay. */
export const refundBody = z.object({
  out_trade_no: text(32),
  out_refund_no: text(64),
  notify_url: z
    .url({ protocol: /^https?$/ })
    .max(255)
    .optional(),
  amount: z.object({ refund: z.number().int().min(1), total: z.number().int(), currency: z.literal("CNY") }),
});
