/** Words that were typed and not sent: kept in this tab until they are sent or thrown away. */

const PREFIX = 'baton-draft ';

type Values = Readonly<Record<string, string>>;

/** By the name of the field. A checkbox that is off has no value. */
export function readValues(form: HTMLFormElement): Values {
  const values: Record<string, string> = {};
  for (const field of form.elements)
    if (isField(field) && field.name !== '')
      values[field.name] = isCheckbox(field) ? String(field.checked) : field.value;
  return values;
}

/** Only what differs from `before`: fields that nobody touched follow the task. True if there was anything. */
export function keepDraft(key: string, form: HTMLFormElement, before: Values): boolean {
  const changed = Object.entries(readValues(form)).filter(([name, value]) => value !== before[name]);
  if (changed.length > 0) storeDraft(key, Object.fromEntries(changed));
  return changed.length > 0;
}

/** Puts a draft back into its form. True if there was one. */
export function restoreDraft(key: string, form: HTMLFormElement): boolean {
  const draft = readDraft(key);
  writeValues(form, draft);
  return Object.keys(draft).length > 0;
}

export function writeValues(form: HTMLFormElement, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (!isField(field)) continue;
    if (isCheckbox(field)) field.checked = value === 'true';
    else field.value = value;
  }
}

export function storeDraft(key: string, values: Values): void {
  window.sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
}

export function readDraft(key: string): Values {
  const text = window.sessionStorage.getItem(PREFIX + key);
  return text === null ? {} : (JSON.parse(text) as Values);
}

export const dropDraft = (key: string): void => window.sessionStorage.removeItem(PREFIX + key);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isField = (found: unknown): found is Field =>
  found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement;

const isCheckbox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';
