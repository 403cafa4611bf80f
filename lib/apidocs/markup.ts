const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML or SVG that is already escaped. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type MarkupValue = Markup | string | number | false | undefined | readonly MarkupValue[];

/** A template of HTML or SVG that escapes every value except {@link Markup}. `false` and `undefined` are left out. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + escaped(values[index - 1]) + string));
}

function escaped(value: MarkupValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
