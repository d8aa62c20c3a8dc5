import { LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TypedTexts } from "#app/components/ui/typed-texts";
import { paths } from "#app/paths";
import type { FormRefusal } from "./form-to-fill";

/** Page with the texts that were filled in, in place of a form whose questions can't be loaded now. */
export function LostForm({ id, refused: { message, values } }: { id: number; refused: FormRefusal }) {
  const texts = values.texts ?? Object.values(values.filled ?? {}).flat();
  return (
    <>
      <h1 className="detail-title">还没有提交</h1>
      {texts.length > 0 ? <p>写好的内容在下面，可以先复制下来。</p> : null}
      <FlashMessage kind="error" message={message} />
      <TypedTexts texts={texts.filter((text) => text.trim() !== "")} />
      <p>
        <LinkButton to={paths.form(id)}>回到这一页</LinkButton>
      </p>
    </>
  );
}
