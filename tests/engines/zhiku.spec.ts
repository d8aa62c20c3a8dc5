import { forgetLimits } from "#tests/e2e/support/browser-codes";
import { newReader } from "#tests/e2e/support/zhiku-reader";
import { test } from "./journey";

/** A paid report of the demo with an original. */
const REPORT = "中小企业软件定价调查：六十三份报价单里的规律";

test.beforeEach(forgetLimits);

test("buy an offer that opens the knowledge base", async ({ tab }) => {
  await tab.logIn(await newReader({}));
  await tab.open("/zhiku/rights");
  await tab.click(".offer-row a", "选择知库全库月卡");
  await tab.click(".offer button", "购买知库全库月卡");
  await tab.sees("[role=img][aria-label=微信支付二维码]");
  const order = await tab.run(() => location.pathname);
  await tab.open("/_dev/pay");
  await tab.click(`[id="${order.split("/").at(-1)}"] button`, "付款");
  await tab.sees(`[id="${order.split("/").at(-1)}"]`, "已支付");
  // Safari reports requests aborted by leaving a page as failures.
  await tab.until(() => document.querySelector("svg.icon:empty") === null);
  await tab.open(order);
  await tab.sees("main", "权益已开通");
});

test("download a report's original", async ({ tab }) => {
  await tab.logIn(await newReader({ entitled: true }));
  await tab.open("/zhiku?type=report");
  await tab.click("main a", REPORT);
  await tab.sees("main h1", REPORT);
  await tab.until(() => {
    const form = document.querySelector(".zhiku-download");
    return form !== null && Object.keys(form).some((key) => key.startsWith("__react"));
  });
  await tab.click(".zhiku-download button", "下载");
  await tab.sees("body", "下载完成");
});
