import { checkContent, checkKey } from '../check-content';
import { BadRequestException } from '../exceptions';
import type { ItemShape } from '../item-shape';
import type { MediaType } from '../media-type';
import type { ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';
import { parseXml, type XmlElement } from './xml-document';
import { countXmlItems } from './xml-items';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/;
/** The element of a field whose name is not a valid element name. */
const NAMED = 'field';

/**
 * XML with an element for each field: `<content><status>open</status><items type="array"><item>…</item></items></content>`.
 *
 * Elements of lists are named `item`; null has `nil="true"`. The name of the root is ignored. All values are read as
 * text.
 */
export class XmlSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    const content = contentOf(parseXml(readText(bytes, mediaType)));
    checkContent(content);
    return content;
  }

  /** @internal */
  countItems(bytes: Buffer, mediaType: MediaType, shape: ItemShape): number {
    return countXmlItems(readText(bytes, mediaType), shape);
  }

  write(content: unknown): string {
    return `${DECLARATION}\n${element('content', JSON.parse(JSON.stringify(content) ?? 'null'))}\n`;
  }

  async *writeStream(elements: ContentStream): AsyncIterable<string> {
    let before = `${DECLARATION}\n<content type="array">`;
    for await (const value of elements) {
      yield before + element('item', JSON.parse(JSON.stringify(value) ?? 'null'));
      before = '';
    }
    yield `${before}</content>\n`;
  }
}

function contentOf(node: XmlElement): unknown {
  const { attributes, elements, text } = node;
  const isBlank = text.trim() === '';
  if (attributes.nil === 'true')
    return isBlank && elements.length === 0 ? null : reject(node, 'is nil and has content');
  const isList = attributes.type === 'array' || (elements.length > 0 && elements.every(({ name }) => name === 'item'));
  const isNested = isList || elements.length > 0 || attributes.type === 'object';
  if (isNested && !isBlank) return reject(node, 'has text beside its elements');
  if (isList) return elements.map(contentOf);
  return isNested ? fieldsOf(elements) : text;
}

function reject({ name }: XmlElement, problem: string): never {
  throw new BadRequestException(`The XML element "${name}" ${problem}.`);
}

/** Repeated elements become a list. */
function fieldsOf(elements: readonly XmlElement[]): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const child of elements) {
    const name = fieldNameOf(child);
    checkKey(name);
    const values = fields.get(name);
    if (values) values.push(contentOf(child));
    else fields.set(name, [contentOf(child)]);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function fieldNameOf({ name, attributes }: XmlElement): string {
  return name === NAMED ? (attributes.name ?? name) : name;
}

function element(name: string, value: unknown): string {
  const { tag, attributes } = tagOf(name);
  const open = `${tag}${attributes}`;
  if (value === null) return `<${open} nil="true"/>`;
  if (Array.isArray(value)) {
    return `<${open} type="array">${value.map((item) => element('item', item)).join('')}</${tag}>`;
  }
  if (typeof value !== 'object') return `<${open}>${escaped(String(value))}</${tag}>`;
  const fields = Object.entries(value).map(([field, inner]) => element(field, inner));
  return fields.length === 0 ? `<${open} type="object"/>` : `<${open}>${fields.join('')}</${tag}>`;
}

/** A name that is not a valid element name is written as an attribute: `<field name="9">`. */
function tagOf(name: string): { tag: string; attributes: string } {
  if (ELEMENT_NAME.test(name)) return { tag: name, attributes: '' };
  return { tag: NAMED, attributes: ` name="${escaped(name).replace(/["\t\n]/g, entity)}"` };
}

function escaped(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(/[&<>\r]/g, entity);
}

function entity(character: string): string {
  return ENTITIES[character] ?? `&#${character.charCodeAt(0)};`;
}

/** Characters that XML cannot contain, not even escaped. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
