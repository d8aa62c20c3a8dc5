import { type ReactNode, useId } from "react";
import { Button } from "#app/components/ui/button";
import { describedBy, FieldRow } from "#app/components/ui/field-row";
import { TextField } from "#app/components/ui/text-field";
import type { EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import { PICTURE_ACCEPT } from "#app/contract/files/picture-types";
import { ZHIKU_FILES_MAX } from "#app/contract/limits";
import { FileField } from "#app/features/admin/fields/file-field";
import { MarkdownField } from "#app/features/admin/fields/markdown-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { PictureField } from "#app/features/admin/rows/picture-field";
import { RowList } from "#app/features/admin/rows/row-list";
import { ZHIKU_TYPE_NAMES } from "#app/features/zhiku/zhiku-types";
import { TextArea } from "#app/forms/text-area";
import type { DocumentValues } from "./document-values";

type Props = {
  /** The stored document; null for a new one. */
  one: EditedZhikuContent | null;
  values: DocumentValues;
  /** Category ids with names. */
  categories: readonly (readonly [id: string, name: string])[];
  errors: Partial<Record<string, string>>;
};

/** Fields of a document of zhiku. */
export function DocumentFields({ one, values, categories, errors }: Props) {
  return (
    <>
      <TextField label="标题" name="title" required defaultValue={values.title} error={errors.title} />
      <SelectField
        key={`category ${categories.length} ${values.categoryId}`}
        label="分类"
        name="categoryId"
        defaultValue={values.categoryId}
        options={[["", "请选择"], ...categories]}
        error={errors.categoryId}
      />
      <SelectField
        key={`type ${values.type}`}
        label="类型"
        name="type"
        defaultValue={values.type}
        options={ZHIKU_TYPE_NAMES}
        error={errors.type}
      />
      <TextField
        label="来源"
        name="source"
        defaultValue={values.source}
        help="写它的人或机构，可以不填"
        error={errors.source}
      />
      <TextArea
        label="摘要"
        name="abstract"
        rows={3}
        defaultValue={values.abstract}
        help="所有人都读得到，也用在列表、搜索和分享里"
        error={errors.abstract}
      />
      <PictureField label="封面" name="cover" defaultValue={values.cover} error={errors.cover} />
      {/* Remounted, so that a newly inserted picture appears in it. */}
      <MarkdownField
        key={`content ${countPictures(values.content)}`}
        label="正文"
        name="content"
        rows={20}
        defaultValue={values.content}
        help="单独一行写 <!--more-->，它上面的部分没有权益的人也读得到；不写就全部要权益"
        error={errors.content}
      />
      <FilesInput
        key={`pictures ${countPictures(values.content)}`}
        label="往正文里加图片"
        name="pictures.file"
        accept={PICTURE_ACCEPT}
        help="加在正文末尾，再挪到要去的地方；每张不超过 10 MB"
        error={errors.pictures}
      >
        <Button type="submit" name="intent" value="insert" size="small" icon="image">
          上传并加进正文
        </Button>
      </FilesInput>
      <FileField
        label="原件"
        name="document"
        value={values.document}
        file={one?.document ?? null}
        none="不附原件"
        help="整份资料的 PDF 或 Office 文件，不超过 200 MB；能读全文的人可以下载，PDF 可以在线预览"
        error={errors.document}
      />
      <FilesInput
        key={`files ${values.attachments.length}`}
        label="附件"
        name="files.file"
        help="可以一次选几个，每个不超过 200 MB，一次合计不超过 1 GB；能读全文的人可以下载"
        error={errors.files ?? errors.attachments}
      />
      <RowList
        name="attachments"
        label="附件"
        rows={values.attachments}
        full={values.attachments.length >= ZHIKU_FILES_MAX}
        errors={errors}
      >
        {(field, { key }, at) => (
          <>
            <input type="hidden" name={`attachments.${at}.key`} value={key} />
            <TextField label="文件名" {...field("fileName")} />
          </>
        )}
      </RowList>
      <Choice
        label="试读：填好职业信息的会员不用权益就能读全文、下载文件"
        name="trial"
        checked={values.trial === "1"}
      />
      <Choice label="推荐：在推荐的资料里排在前面" name="recommended" checked={values.recommended === "1"} />
      {one && one.state !== "draft" ? (
        <TextField
          label="发布时间"
          name="publishedAt"
          type="datetime-local"
          defaultValue={values.publishedAt}
          help="北京时间。同一分类里新的在前，改它就是改顺序"
          error={errors.publishedAt}
        />
      ) : null}
    </>
  );
}

const countPictures = (content: string): number => content.split("](").length;

function Choice({ label, name, checked }: { label: string; name: string; checked: boolean }) {
  return (
    <label className="choice">
      <input key={String(checked)} type="checkbox" name={name} value="1" defaultChecked={checked} />
      {label}
    </label>
  );
}

type FilesProps = {
  label: string;
  name: string;
  accept?: string;
  help: string;
  error: string | undefined;
  children?: ReactNode;
};

/** File input for several files. */
function FilesInput({ label, name, accept, help, error, children }: FilesProps) {
  const id = useId();
  return (
    <FieldRow id={id} label={label} help={help} error={error}>
      <input id={id} type="file" name={name} accept={accept} multiple {...describedBy({ id, help, error })} />
      {children ? <div>{children}</div> : null}
    </FieldRow>
  );
}
