import { Worker } from "node:worker_threads";
import type { Services } from "#upstream/call/context";
import type { MadeText, MakeOptions } from "#upstream/services/make-text";
import { knownPictures } from "#upstream/services/markdown/known-pictures";
import { type MakeText, makeHere } from "./make-here";
import type { FromThread, Question, ToThread } from "./thread-messages";

type WantedText = {
  source: string;
  options: MakeOptions;
  give: (made: MadeText | Promise<MadeText>) => void;
  fail: (error: Error) => void;
};

/** Next to the other built programs; see scripts/programs.mjs. */
const FILE = "./make-texts.cjs";

/** Young generation of the thread in MB, half of V8's default: texts are rendered one by one. */
const YOUNG = 24;

/**
 * Creates a renderer in a worker thread, which starts with the first text. If the thread dies, as when a text needs too
 * much memory, pending texts are rendered in this thread.
 */
export function makeApart(
  services: Services,
  file = new URL(FILE, import.meta.url),
): { make: MakeText; close(): Promise<void> } {
  const pictures = knownPictures(services.db);
  const here = makeHere(services);
  const wanted = new Map<number, WantedText>();
  let thread: Worker | null = null;
  let ended = false;
  let last = 0;

  const answerTo = async (question: Question) =>
    "keep" in question ? pictures.keep(question.keep) : pictures.sizes(question.sizes);

  function hear(message: FromThread, say: (message: ToThread) => void): void {
    const { number } = message;
    if (message.type === "ask") {
      answerTo(message.question).then(
        (answer) => say({ type: "answer", number, answer }),
        (error: Error) => say({ type: "refusal", number, message: error.message }),
      );
      return;
    }
    const one = wanted.get(number);
    wanted.delete(number);
    if (message.type === "made") one?.give(message.made);
    else one?.fail(new Error(message.message));
  }

  function begin(): Worker {
    const worker = new Worker(file, {
      workerData: services.site,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    worker.on("message", (message: FromThread) => hear(message, (reply) => worker.postMessage(reply)));
    worker.once("error", () => {
      ended = true;
      for (const { source, options, give } of wanted.values()) give(here(source, options));
      wanted.clear();
    });
    return worker;
  }

  return {
    make(source, options) {
      if (ended) return here(source, options);
      thread ??= begin();
      last += 1;
      const number = last;
      thread.postMessage({ type: "make", number, source, options } satisfies ToThread);
      return new Promise((give, fail) => {
        wanted.set(number, { source, options, give, fail });
      });
    },
    async close() {
      await thread?.terminate();
    },
  };
}
