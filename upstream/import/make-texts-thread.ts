// Worker thread that renders an import's texts while the main thread writes them: see make-apart.ts.
import { parentPort, workerData } from "node:worker_threads";
import { makeText } from "#upstream/services/make-text";
import type { KnownPictures } from "#upstream/services/markdown/known-pictures";
import { createMarkdown } from "#upstream/services/markdown/renderer";
import { cutText } from "#upstream/services/search/cut-text";
import type { Search } from "#upstream/services/search/search";
import { fileKeysIn } from "#upstream/services/storage/file-keys";
import type { Site } from "#upstream/text/web-address";
import type { FromThread, Question, ToThread } from "./thread-messages";

const port = parentPort;
if (!port) throw new Error("It is started as a thread.");
const say = (message: FromThread) => port.postMessage(message);

type Asked = { give: (answer: unknown) => void; fail: (error: Error) => void };
/** Pending questions to the main thread, by id. */
const asked = new Map<number, Asked>();
let last = 0;

const ask = (question: Question): Promise<unknown> =>
  new Promise((give, fail) => {
    last += 1;
    asked.set(last, { give, fail });
    say({ type: "ask", number: last, question });
  });

// Asked only for texts with pictures of ours, which are few.
const pictures: KnownPictures = {
  sizes: async (keys) => (await ask({ sizes: keys })) as Awaited<ReturnType<KnownPictures["sizes"]>>,
  async keep(html) {
    if (fileKeysIn(html).length > 0) await ask({ keep: html });
  },
};
// Tokenized in this thread: another one would need a CPU and memory of its own.
const services = {
  markdown: createMarkdown(pictures, workerData as Site),
  search: { cut: async (...text: Parameters<Search["cut"]>) => cutText(...text) },
};

port.on("message", (message: ToThread) => {
  const { number } = message;
  if (message.type === "make") {
    makeText(services, message.source, message.options).then(
      (made) => say({ type: "made", number, made }),
      (error: Error) => say({ type: "failed", number, message: error.message }),
    );
    return;
  }
  const one = asked.get(number);
  asked.delete(number);
  if (message.type === "answer") one?.give(message.answer);
  else one?.fail(new Error(message.message));
});
