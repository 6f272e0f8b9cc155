/** Sentences of the scripts in the language of the page; in the code they are in English. */

const place = document.getElementById("messages");

/** Translations by their English, or by the English singular with all forms. @type {Record<string, any>} */
const messages = JSON.parse(place?.textContent ?? "{}");

const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
/** @type {Intl.LDMLPluralRule[]} */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/**
 * Return a sentence, with values for the names in braces.
 * @param {string} message
 * @param {Record<string, unknown>} [values]
 */
export const _ = (message, values = {}) => filled(messages[message] ?? message, values);

/**
 * Return a sentence in the form for a count, which it may name as `{count}`.
 * @param {string} singular @param {string} plural @param {number} count
 * @param {Record<string, unknown>} [values]
 */
export function ngettext(singular, plural, count, values = {}) {
  const forms = messages[singular] ?? [singular, plural];
  return filled(forms[Math.min(form(count), forms.length - 1)], { count, ...values });
}

/** @param {number} count */
function form(count) {
  const used = new Set(plurals.resolvedOptions().pluralCategories);
  return CATEGORIES.filter((category) => used.has(category)).indexOf(plurals.select(count));
}

/** @param {string} text @param {Record<string, unknown>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}
