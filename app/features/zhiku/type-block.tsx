import { Icon } from "#app/components/ui/icon";
import { Img } from "#app/components/ui/img";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { ZHIKU_TYPE_ICONS, ZHIKU_TYPES } from "./zhiku-types";

type Props = { type: ZhikuContentType; cover?: { url: string } | null };

/** Thumbnail of a document: its cover with the name of its type, or the type as a coloured block. */
export function TypeBlock({ type, cover }: Props) {
  return (
    <p className={`type-block type-block--${type}`}>
      {cover ? (
        <Img src={cover.url} alt="" width={112} height={84} className="type-block__cover" />
      ) : (
        <Icon name={ZHIKU_TYPE_ICONS[type]} className="type-block__sign" />
      )}
      <span className="type-block__word">{ZHIKU_TYPES[type]}</span>
    </p>
  );
}
