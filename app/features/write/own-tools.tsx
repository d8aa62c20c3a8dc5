import { useState } from "react";
import { Button } from "#app/components/ui/button";
import { Dialog } from "#app/components/ui/dialog";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { useOffered } from "#app/hooks/offered";

/** Props of `OwnTools`. */
export type OwnToolsProps = {
  /** Measure word and name of the kind: 个回答. */
  what: string;
  editHref: string;
  /** Page that asks for confirmation; with scripts a dialog is used. */
  deleteHref: string;
  /** Whether it can't be deleted; that page says why. */
  kept?: boolean;
};

/** An author's tools for their own text. */
export default function OwnTools({ what, editHref, deleteHref, kept = false }: OwnToolsProps) {
  const [asking, setAsking] = useState(false);
  const trash = useOffered("trash");
  return (
    <>
      <Link to={editHref} className="menu__entry" rel="nofollow">
        <Icon name="edit" />
        编辑
      </Link>
      <Link
        to={deleteHref}
        className="menu__entry"
        rel="nofollow"
        onClick={(event) => {
          if (kept) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Icon name="trash" />
        删除
      </Link>
      <Dialog open={asking} onClose={() => setAsking(false)} title={`删除这${what}？`}>
        <p>{trash ? "删除后别人看不到它，30 天内可以恢复。" : "删除后不能恢复。"}</p>
        <form method="post" action={deleteHref} className="dialog__actions">
          <Button onClick={() => setAsking(false)}>取消</Button>
          <Button type="submit" variant="danger">
            删除
          </Button>
        </form>
      </Dialog>
    </>
  );
}
