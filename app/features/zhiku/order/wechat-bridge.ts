import type { OrderPayment } from "#app/contract/zhiku/order";

/** Parameters by which WeChat's browser opens a payment. */
export type LaunchParams = Extract<OrderPayment, { channel: "jsapi" }>["params"];

type Bridge = { invoke(name: string, params: LaunchParams, done: (result: { err_msg: string }) => void): void };

/** Milliseconds that WeChat's browser may take to offer its bridge. */
const PATIENCE = 5_000;

/**
 * Opens WeChat's own payment (`getBrandWCPayRequest`). What it answers is what its window showed, never a proof.
 * @throws Error outside of WeChat
 */
export async function payInWechat(params: LaunchParams): Promise<"done" | "cancelled" | "failed"> {
  const bridge = await bridgeOf();
  const { err_msg } = await new Promise<{ err_msg: string }>((resolve) =>
    bridge.invoke("getBrandWCPayRequest", params, resolve),
  );
  return err_msg.endsWith(":ok") ? "done" : err_msg.endsWith(":cancel") ? "cancelled" : "failed";
}

function bridgeOf(): Promise<Bridge> {
  const here = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
  return new Promise((resolve, reject) => {
    const look = () => {
      const bridge = here();
      if (bridge) resolve(bridge);
      return bridge !== undefined;
    };
    if (look()) return;
    document.addEventListener("WeixinJSBridgeReady", look, { once: true });
    setTimeout(() => look() || reject(new Error("no WeixinJSBridge")), PATIENCE);
  });
}
