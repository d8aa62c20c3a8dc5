/**
 * Encodes plain data in the format of turbo-stream 2 (github.com/jacob-ebey/turbo-stream), as the single line that its
 * stream would contain: a list of distinct values, in which objects and arrays refer to their members by index. Our
 * loaders always return plain data; turbo-stream, which supports promises, takes three times as long for it. The
 * function refers to nothing outside itself, because patches/speed.mjs writes it into Remix's source.
 * @param {unknown} data
 * @returns {string | undefined} undefined if something in it isn't plain: a promise, a date, a class instance, …
 */
export function encodePlainData(data) {
  const UNDEFINED = -7;
  const NULL = -5;
  /** @type {Map<unknown, number>} */
  const places = new Map();
  /** @type {string[]} */
  const values = [];
  let plain = typeof data === "object" && data !== null && Object.getOwnPropertySymbols(data).length === 0;

  /** @param {unknown} value @returns {number} its index */
  function placeOf(value) {
    if (value === undefined) return UNDEFINED;
    if (value === null) return NULL;
    const known = places.get(value);
    if (known !== undefined) return known;
    const place = values.push("") - 1;
    places.set(value, place);
    values[place] = textOf(value);
    return place;
  }

  /** @param {unknown} value @returns {string} */
  function textOf(value) {
    if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
    if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) return String(value);
    if (Array.isArray(value)) {
      let items = "";
      for (let n = 0; n < value.length; n++) items += (n ? "," : "") + placeOf(value[n]);
      return `[${items}]`;
    }
    if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) {
      plain = false;
      return "";
    }
    let text = "";
    for (const key in value) {
      const place = placeOf(/** @type {Record<string, unknown>} */ (value)[key]);
      text += `${text ? "," : ""}"_${placeOf(key)}":${place}`;
    }
    return `{${text}}`;
  }

  if (plain) placeOf(data);
  return plain ? `[${values.join()}]\n` : undefined;
}
