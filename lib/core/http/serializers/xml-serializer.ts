import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { BadRequestException } from '../exceptions';
import type { MediaType } from '../media-type';
import { checkContent, checkKey, DEEPEST_CONTENT, tooDeep } from '../plain-content';
import type { ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';

/** Elements in document order: the name as key, the children as value; text under `#text`, attributes under `:@`. */
type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  maxNestedTags: DEEPEST_CONTENT + 1,
});

/** The validator may repeat half the document in its message. */
const LONGEST_REASON = 120;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/;
/** The element of a field whose name is in an attribute. */
const NAMED = 'field';

/**
 * XML with an element for each field: `<content><status>open</status><items type="array"><item>…</item></items></content>`.
 *
 * A list holds elements named `item`; null has `nil="true"`. Whatever the root is called, its children are the
 * content; all values are read as text.
 */
export class XmlSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    const root = parse(readText(bytes, mediaType)).find((node) => !nameOf(node).startsWith('?') && !isText(node));
    if (!root) throw new BadRequestException('The body has no XML element.');
    const content = contentOf(root);
    checkContent(content);
    return content;
  }

  write(content: unknown): string {
    return `${DECLARATION}\n${element('content', JSON.parse(JSON.stringify(content) ?? 'null'))}\n`;
  }

  async *writeStream(elements: ContentStream): AsyncIterable<string> {
    let before = `${DECLARATION}\n<content type="array">`;
    for await (const one of elements) {
      yield before + element('item', JSON.parse(JSON.stringify(one) ?? 'null'));
      before = '';
    }
    yield `${before}</content>\n`;
  }
}

function parse(text: string): Node[] {
  // Entities that a document declares itself could grow without bound.
  if (/<!DOCTYPE/i.test(text)) throw new BadRequestException('A document type declaration is not accepted.');
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const { line, col } = validity.err;
    const msg = validity.err.msg.slice(0, LONGEST_REASON);
    throw new BadRequestException(`The body is not valid XML: ${msg} (line ${line}, column ${col})`);
  }
  try {
    return parser.parse(text) as Node[];
  } catch (cause) {
    if (cause instanceof Error && /nest/i.test(cause.message)) throw tooDeep();
    throw new BadRequestException('The body is not valid XML.', { cause });
  }
}

function contentOf(node: Node): unknown {
  const attributes = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
  const children = node[nameOf(node)] as readonly Node[];
  const elements = children.filter((child) => !isText(child) && nameOf(child) !== '#comment');
  if (attributes.nil === 'true') return null;
  const isList =
    attributes.type === 'array' || (elements.length > 0 && elements.every((child) => nameOf(child) === 'item'));
  if (isList) return elements.map(contentOf);
  if (elements.length > 0 || attributes.type === 'object') return fieldsOf(elements);
  return children.map((child) => String(child['#text'] ?? '')).join('');
}

/** An element that occurs several times is a list. */
function fieldsOf(elements: readonly Node[]): Record<string, unknown> {
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

function fieldNameOf(node: Node): string {
  const { name } = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
  return nameOf(node) === NAMED && name !== undefined ? name : nameOf(node);
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function isText(node: Node): boolean {
  return '#text' in node;
}

function element(name: string, value: unknown): string {
  const { tag, attributes } = tagOf(name);
  const open = `${tag}${attributes}`;
  if (value === null) return `<${open} nil="true"/>`;
  if (Array.isArray(value)) {
    return `<${open} type="array">${value.map((one) => element('item', one)).join('')}</${tag}>`;
  }
  if (typeof value !== 'object') return `<${open}>${escaped(String(value))}</${tag}>`;
  const fields = Object.entries(value).map(([field, inner]) => element(field, inner));
  return fields.length === 0 ? `<${open} type="object"/>` : `<${open}>${fields.join('')}</${tag}>`;
}

/** A name that no element can have, as JSON columns may hold, stands in an attribute: `<field name="9">`. */
function tagOf(name: string): { tag: string; attributes: string } {
  if (ELEMENT_NAME.test(name)) return { tag: name, attributes: '' };
  return { tag: NAMED, attributes: ` name="${escaped(name).replace(/"/g, '&quot;')}"` };
}

function escaped(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? character);
}

/** XML has no way at all to write these characters. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
