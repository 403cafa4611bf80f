import { SaxesParser } from 'saxes';
import { MAX_LEVELS, tooDeep } from '../check-content';
import { BadRequestException } from '../exceptions';

/** An XML element, without comments and processing instructions. */
export interface XmlElement {
  readonly name: string;
  /** Null prototype. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
  /** The text of the element, without that of its child elements. */
  readonly text: string;
}

interface Draft extends XmlElement {
  readonly elements: XmlElement[];
  text: string;
}

/** The parser may quote long parts of the document. */
const MAX_REASON_LENGTH = 120;

/**
 * Parses an XML document and returns its root.
 *
 * @throws BadRequestException for a malformed document, a document type declaration, and too many levels
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser();
  const open: Draft[] = [];
  let root: XmlElement | undefined;
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('error', (error) => reject(error));
  // Declared entities could expand without bound.
  parser.on('doctype', () => reject(new Error('a document type declaration is not accepted')));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const element: Draft = { name, attributes, elements: [], text: '' };
    open.at(-1)?.elements.push(element);
    root ??= element;
    if (open.push(element) > MAX_LEVELS + 1) throw tooDeep();
  });
  parser.on('closetag', () => void open.pop());
  parser.write(withLineFeeds(text)).close();
  return root ?? reject(new Error('there is no element'));
}

/** XML normalizes line breaks anyway; the parser is slow on carriage returns. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;
}

function reject(cause: Error): never {
  // Some messages of the parser end with a full stop.
  const reason = cause.message.slice(0, MAX_REASON_LENGTH).replace(/\.$/, '');
  throw new BadRequestException(`The body is not valid XML: ${reason}.`, { cause });
}
