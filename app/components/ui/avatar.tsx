import type { Author } from "#app/contract/common";
import { paths } from "#app/paths";
import { Img } from "./img";
import { Link } from "./link";

type Size = 20 | 24 | 32 | 40 | 48 | 64 | 96;
type Props = {
  author: Pick<Author, "userId" | "nickname" | "avatar">;
  /** Width and height in CSS px. */
  size?: Size;
  /** Links to the profile; hidden from keyboard and screen readers, since the name beside it is a link, too. */
  link?: boolean;
};

/** A person's round picture; decorative beside a name. */
export function Avatar({ author, size = 40, link = false }: Props) {
  const img = (
    <Img src={author.avatar} alt="" width={size} height={size} fallback="avatar" className={`avatar avatar--${size}`} />
  );
  if (!link) return img;
  return (
    <Link to={paths.user(author.userId)} className="avatar-link" tabIndex={-1} aria-hidden="true">
      {img}
    </Link>
  );
}
