import { Avatar } from "#app/components/ui/avatar";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { Img } from "#app/components/ui/img";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { AuthorCard } from "#app/features/author/author-card";
import { AuthorLine } from "#app/features/author/author-line";
import { PersonRow } from "#app/features/author/person-row";
import { FollowButton } from "#app/features/reaction/follow-button";
import { CommentLink, FavoriteButton, LikeButton, VoteButtons } from "#app/features/reaction/reaction-buttons";
import { SAMPLE_AGES, SAMPLE_AUTHOR, SAMPLE_PERSON } from "./gallery-samples";
import { GallerySection } from "./gallery-section";
import { SAMPLE_HTML } from "./sample-html";

/** Gallery of components that display content. `now` is the rendering time, in ms. */
export function GalleryContent({ now }: { now: number }) {
  return (
    <>
      <GallerySection title="人">
        {([24, 32, 40, 48, 64, 96] as const).map((size) => (
          <Avatar key={size} author={SAMPLE_AUTHOR} size={size} />
        ))}
        <AuthorLine author={SAMPLE_AUTHOR} time={new Date(now).toISOString()} />
        <AuthorLine author={SAMPLE_AUTHOR} time={new Date(now).toISOString()} size="large" />
      </GallerySection>
      <GallerySection title="作者卡片">
        <AuthorCard author={{ ...SAMPLE_PERSON, writtenCount: SAMPLE_PERSON.articleCount }} kind="article" />
        <Card flush className="gallery__wide">
          <ul>
            <PersonRow person={SAMPLE_PERSON} />
          </ul>
        </Card>
      </GallerySection>
      <GallerySection title="互动">
        <LikeButton kind="article" id={1} count={12} />
        <LikeButton kind="article" id={1} count={13} active showLabel />
        <FavoriteButton kind="article" id={1} count={0} showLabel />
        <FavoriteButton kind="article" id={1} count={8} active />
        <CommentLink count={36} to="/_dev/index2" />
        <VoteButtons answerId={1} up={128} />
        <VoteButtons answerId={1} up={129} vote="up" />
        <FollowButton what="user" id={1} name="周以宁" />
        <FollowButton what="question" id={1} name="一个问题" active />
      </GallerySection>
      <GallerySection title="时间">
        {SAMPLE_AGES.map((age) => (
          <Time key={age} value={new Date(now - age).toISOString()} />
        ))}
        <Time value="2025-03-02T06:05:00Z" format="datetime" />
      </GallerySection>
      <GallerySection title="图片">
        <Img src="/oss/demo/missing.png" alt="加载失败的图片" width={168} height={112} className="item__cover" />
        <Img src={null} alt="没有图片" width={168} height={112} className="item__cover" />
      </GallerySection>
      <GallerySection title="空状态">
        <Card>
          <EmptyState text="这里还没有内容。" action={{ label: "去看看", to: "/" }} />
        </Card>
      </GallerySection>
      <GallerySection title="正文">
        <Card className="gallery__wide">
          <Prose html={SAMPLE_HTML} />
        </Card>
      </GallerySection>
    </>
  );
}
