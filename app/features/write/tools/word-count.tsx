import { useEffect, useState } from "react";
import { readingMinutes } from "#app/components/ui/reading-time";
import { countWordsOfSource } from "#app/contract/text/count-words";

/** Milliseconds of rest after which the text is counted again. */
const REST = 200;

/** Length of the text, as its readers will see it. */
export function WordCount({ textarea }: { textarea: HTMLTextAreaElement }) {
  const [words, setWords] = useState(() => countWordsOfSource(textarea.value));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWordsOfSource(textarea.value)), REST);
    };
    textarea.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      textarea.removeEventListener("input", later);
    };
  }, [textarea]);
  return (
    <p className="word-count numbers">
      {words.toLocaleString("zh-CN")} 字{words > 0 ? `，约 ${readingMinutes(words)} 分钟读完` : ""}
    </p>
  );
}
