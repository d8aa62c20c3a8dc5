const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#x27;", "'");

/**
 * All fields that a browser would submit with the page's form, except buttons and files.
 * @param having a field of the intended form, or some of its HTML, if there are several
 */
export function fieldsIn(html: string, having?: string | RegExp): Record<string, string> {
  const main = html.slice(html.indexOf('<main id="main"'));
  const forms = main.match(/<form.*?<\/form>/gs) ?? [];
  const wanted = typeof having === "string" ? new RegExp(`name="${having}"`) : having;
  const form = forms.find((one) => !wanted || wanted.test(one)) ?? "";
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (!name || (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes("checked"))) continue;
    fields[name] = unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name = "", text = ""] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)) {
    fields[name] = unescaped(text);
  }
  for (const [, name = "", options = ""] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? "";
  }
  return fields;
}
