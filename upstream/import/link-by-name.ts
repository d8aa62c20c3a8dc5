/** Scheme of links to a file by its name, which only exist until `linkedFiles` has found the file. */
export const BY_NAME = "file-name:";

/** Target of a link to a file by its name, `name#heading`. */
export const nameTarget = (name: string): string => {
  const [, file = "", heading = ""] = /^([^#]*)(?:#(.*))?$/s.exec(name) ?? [];
  return `${BY_NAME}${encodePart(file.trim())}${heading && `#${encodePart(heading)}`}`;
};

/** Link to a file by its name; without a label it will read like the file's title. */
export const linkByName = (label: string, name: string): string =>
  `[${label.replace(/[[\]]/g, "\\$&")}](${nameTarget(name)})`;

/** Encodes a part of a URL, including what would end a link in Markdown. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/['()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** Decodes a part of a URL; one with a bare percent sign is returned unchanged. */
export function decodePart(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
