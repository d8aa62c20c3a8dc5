import { createElement, type ReactElement } from "react";
import { toast } from "./toast";

/** Milliseconds for which a button shows that it has copied. */
const SAID_FOR = 2_000;

/** Adds the script-only features of a text: copy buttons for code, and links around pictures. */
export function addProseTools(prose: HTMLElement): void {
  for (const code of prose.querySelectorAll("pre")) {
    if (navigator.clipboard && !code.parentElement?.classList.contains("code-block")) addCopyButton(code);
  }
  // Pictures in older texts are not links yet.
  for (const picture of prose.querySelectorAll("img")) if (!picture.closest("a")) makeLink(picture);
}

/**
 * Opens a picture of a text in the viewer, with the text's other pictures.
 * @param link link around the picture
 * @param show renders the viewer beside the text, or removes it
 * @throws if the viewer can't be loaded
 */
export async function openPicture(link: HTMLAnchorElement, show: (viewer: ReactElement | null) => void): Promise<void> {
  const links = [...(link.closest(".prose")?.querySelectorAll<HTMLAnchorElement>("a.picture") ?? [])];
  const pictures = links.map((one) => ({ src: one.href, alt: one.querySelector("img")?.alt ?? "" }));
  const { PictureViewer } = await import("./picture-viewer");
  show(createElement(PictureViewer, { pictures, first: links.indexOf(link), onClose: () => show(null) }));
}

function addCopyButton(code: HTMLPreElement): void {
  const block = document.createElement("div");
  block.className = "code-block";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code-block__copy";
  button.textContent = "复制";
  button.setAttribute("aria-label", "复制代码");
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => {
        toast("代码已复制", "success");
        button.textContent = "已复制";
        button.dataset.copied = "";
        setTimeout(() => {
          button.textContent = "复制";
          delete button.dataset.copied;
        }, SAID_FOR);
      },
      () => toast("没能复制，请选中后复制"),
    );
  });
  code.replaceWith(block);
  block.append(code, button);
}

/** Wraps a picture in a link to itself, as the upstream does. */
function makeLink(picture: HTMLImageElement): void {
  const link = document.createElement("a");
  link.className = "picture";
  link.href = picture.src;
  if (!picture.alt) link.setAttribute("aria-label", "查看图片");
  picture.replaceWith(link);
  link.append(picture);
}
