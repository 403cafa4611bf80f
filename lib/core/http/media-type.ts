/** A parsed media type, in lower case except for parameter values. */
export interface MediaType {
  /** Without parameters: `application/json`. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+";
const NAME = new RegExp(`^\\s*(${TOKEN}/${TOKEN})\\s*(?:;|$)`, 'i');
const PARAMETER = new RegExp(`;\\s*(?:(${TOKEN})=("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?\\s*`, 'giy');

/**
 * Parses a `Content-Type`; undefined if it is malformed. The package `type-is` of Koa returns no
 * parameters, knows no other names of a type, and which malformed parameters it accepts depends on its version.
 */
export function parseMediaType(header: string): MediaType | undefined {
  const name = NAME.exec(header)?.[1];
  if (!name) return undefined;
  const parameters = parametersIn(header.slice(header.indexOf(name) + name.length).trimStart());
  return parameters && Object.freeze({ name: name.toLowerCase(), parameters: Object.freeze(parameters) });
}

/** Parses the parameters behind a media type; undefined if they are malformed. */
function parametersIn(text: string): MediaType['parameters'] | undefined {
  const parameters: Record<string, string> = Object.create(null);
  let end = 0;
  for (const [whole, key, value] of text.matchAll(PARAMETER)) {
    end += whole.length;
    if (key && value) parameters[key.toLowerCase()] ??= unquote(value);
  }
  return end === text.length ? parameters : undefined;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['text/xml', 'application/xml'],
  ['text/yaml', 'application/yaml'],
  ['text/x-yaml', 'application/yaml'],
  ['application/x-yaml', 'application/yaml'],
]);

const SUFFIX = /\+(json|xml|yaml)$/;

/** Whether a media type says only by its suffix how it is read: `application/merge-patch+json`. */
export function hasSuffix(name: string): boolean {
  return SUFFIX.test(name);
}

/** The base media type by suffix or alias: `application/json` for `application/merge-patch+json`. */
export function baseMediaType(name: string): string {
  const suffix = SUFFIX.exec(name)?.[1];
  return suffix ? `application/${suffix}` : (ALIASES.get(name) ?? name);
}

const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`, 'i');

/** Formats a media type, dropping characters that headers cannot contain. */
export function mediaTypeText({ name, parameters }: MediaType): string {
  const texts = Object.entries(parameters).map(
    ([key, value]) => `; ${key}=${WHOLE_TOKEN.test(value) ? value : quote(value)}`,
  );
  return name + texts.join('');
}

function quote(value: string): string {
  return `"${value.replace(/[^\t -~]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
