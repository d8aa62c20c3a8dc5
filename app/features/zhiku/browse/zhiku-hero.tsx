import { LinkButton } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Icon } from "#app/components/ui/icon";
import { paths } from "#app/paths";

type Props = {
  slogan: string;
  /** Number of documents and categories. */
  total: number;
  categories: number;
  /** Whether some have files. */
  files: boolean;
  /** Lowest price on sale in fen; null if nothing is on sale. */
  from: number | null;
  /** A trial document. */
  trial: string | null;
};

/** Introduction to zhiku: a sentence, three numbers, a picture, and links to try and to buy. */
export function ZhikuHero({ slogan, total, categories, files, from, trial }: Props) {
  return (
    <section className="card zhiku-hero" aria-labelledby="zhiku-hero">
      <div className="zhiku-hero__words">
        <h1 className="zhiku-hero__title" id="zhiku-hero">
          知库
        </h1>
        <p className="zhiku-hero__slogan">{slogan}</p>
      </div>
      <Icon name="sqsvg:document" className="zhiku-hero__picture" />
      <div className="zhiku-hero__ways">
        <p className="zhiku-hero__facts">
          <span>
            <b className="numbers">{total}</b> 篇资料
          </span>
          <span>
            <b className="numbers">{categories}</b> 个分类
          </span>
          {files ? <span>含可下载的表格与文件</span> : null}
        </p>
        <p className="zhiku-hero__go">
          {trial ? (
            <LinkButton to={trial} variant="primary">
              先试读一篇
            </LinkButton>
          ) : null}
          <LinkButton to={paths.zhikuRights()} variant={trial ? "plain" : "primary"}>
            {from === null ? "权益与兑换" : `开通，${formatYuan(from)} 起`}
          </LinkButton>
        </p>
      </div>
    </section>
  );
}
