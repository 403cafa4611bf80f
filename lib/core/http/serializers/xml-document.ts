import { SaxesParser } from 'saxes';
import { BadRequestException } from '../exceptions';
import { DEEPEST_CONTENT, tooDeep } from '../plain-content';

/** An element of a document, without comments and processing instructions. */
export interface XmlElement {
  readonly name: string;
  /** Null prototype. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
  /** The text of the element itself, without that of the elements below it. */
  readonly text: string;
}

interface Draft extends XmlElement {
  readonly elements: XmlElement[];
  text: string;
}

/** A parser may repeat half the document in its message. */
const LONGEST_REASON = 120;

/**
 * The root of an XML document.
 *
 * @throws BadRequestException when it is not well-formed, has a document type, or more levels than content may have
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser();
  const open: Draft[] = [];
  let root: XmlElement | undefined;
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('error', (error) => refuse(error));
  // Entities that a document declares itself could grow without bound.
  parser.on('doctype', () => refuse(new Error('a document type declaration is not accepted')));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const element: Draft = { name, attributes, elements: [], text: '' };
    open.at(-1)?.elements.push(element);
    root ??= element;
    if (open.push(element) > DEEPEST_CONTENT + 1) throw tooDeep();
  });
  parser.on('closetag', () => void open.pop());
  parser.write(withLineFeeds(text)).close();
  return root ?? refuse(new Error('there is no element'));
}

/** As XML has it anyway; the parser takes its time over each carriage return. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text;
}

function refuse(cause: Error): never {
  throw new BadRequestException(`The body is not valid XML: ${cause.message.slice(0, LONGEST_REASON)}.`, { cause });
}
