import { gzipSync } from "node:zlib";

/** Exports in other programs' formats, of a small site invented for these tests. */

const cdata = (text: string) => `<![CDATA[${text}]]>`;

type WpComment = {
  id: number;
  author: string;
  text: string;
  user?: number;
  parent?: number;
  approved?: string;
  type?: string;
};
type WpItem = {
  id: number;
  title: string;
  body: string;
  /** Its path on the site. */
  path?: string;
  type?: string;
  status?: string;
  parent?: number;
  password?: string;
  terms?: readonly (readonly [domain: string, name: string])[];
  comments?: readonly WpComment[];
};

const wpComment = ({ id, author, text, user = 0, parent = 0, approved = "1", type = "comment" }: WpComment) => `
	<wp:comment>
		<wp:comment_id>${id}</wp:comment_id>
		<wp:comment_author>${cdata(author)}</wp:comment_author>
		<wp:comment_date>${cdata("2021-03-04 18:00:00")}</wp:comment_date>
		<wp:comment_date_gmt>${cdata("2021-03-04 10:00:00")}</wp:comment_date_gmt>
		<wp:comment_content>${cdata(text)}</wp:comment_content>
		<wp:comment_approved>${cdata(approved)}</wp:comment_approved>
		<wp:comment_type>${cdata(type)}</wp:comment_type>
		<wp:comment_parent>${parent}</wp:comment_parent>
		<wp:comment_user_id>${user}</wp:comment_user_id>
	</wp:comment>`;

const wpItem = ({
  id,
  title,
  body,
  path = `/${id}`,
  type = "post",
  status = "publish",
  parent = 0,
  password = "",
  terms = [],
  comments = [],
}: WpItem) => `
	<item>
		<title>${cdata(title)}</title>
		<link>https://old.example${path}</link>
		<dc:creator>${cdata("lin")}</dc:creator>
		<content:encoded>${cdata(body)}</content:encoded>
		<excerpt:encoded>${cdata("")}</excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date>${cdata("2021-03-04 17:30:00")}</wp:post_date>
		<wp:post_date_gmt>${cdata("2021-03-04 09:30:00")}</wp:post_date_gmt>
		<wp:status>${cdata(status)}</wp:status>
		<wp:post_parent>${parent}</wp:post_parent>
		<wp:post_type>${cdata(type)}</wp:post_type>
		<wp:post_password>${cdata(password)}</wp:post_password>
		${terms.map(([domain, name]) => `<category domain="${domain}" nicename="x">${cdata(name)}</category>`).join("\n\t\t")}${comments.map(wpComment).join("")}
	</item>`;

/** Returns a WordPress export with these items. */
export const wxr = (items: readonly WpItem[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.6" created="2024-08-01 08:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>旧博客</title>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://old.example</wp:base_site_url>
	<wp:base_blog_url>https://old.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata("lin")}</wp:author_login><wp:author_display_name>${cdata("旧站的林")}</wp:author_display_name></wp:author>
${items.map(wpItem).join("")}
</channel>
</rss>
`;

type Cell = string | number | null;
const copied = (value: Cell) =>
  value === null ? "\\N" : String(value).replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/\t/g, "\\t");

/** A plain PostgreSQL dump, as in Discourse backups, gzipped. */
export function dump(
  tables: Record<string, { columns: readonly string[]; rows: readonly (readonly Cell[])[] }>,
): Buffer {
  const parts = Object.entries(tables).map(
    ([name, { columns, rows }]) =>
      `--\n-- Data for Name: ${name}; Type: TABLE DATA; Schema: public\n--\n\nCOPY public.${name} (${columns.join(", ")}) FROM stdin;\n${rows
        .map((row) => `${row.map(copied).join("\t")}\n`)
        .join("")}\\.\n\n`,
  );
  return gzipSync(`--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n${parts.join("")}`);
}

/** The file `extensions.data` of a Halo backup, with extensions by their path in its store. */
export const extensions = (things: Record<string, object>): string =>
  JSON.stringify(
    Object.entries(things).map(([path, thing]) => ({
      name: `/registry/${path}`,
      data: Buffer.from(
        JSON.stringify({
          ...thing,
          metadata: { name: path.split("/").at(-1), ...("metadata" in thing ? (thing.metadata as object) : {}) },
        }),
      ).toString("base64"),
      version: 3,
    })),
  );
