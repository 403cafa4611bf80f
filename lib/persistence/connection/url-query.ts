import { nearestName } from '../../naming';
import { PersistenceError } from '../errors';
import { IGNORED_OPTIONS, REPLACED_OPTIONS } from './ignored-options';

/** An option as the URL spells it. */
export interface UrlOption {
  readonly name: string;
  readonly value: string;
}

/** The options with an effect. Names are compared without case, as Connector/J compares them. */
export const URL_OPTIONS = [
  'ssl-mode',
  'sslMode',
  'ssl',
  'useSSL',
  'requireSSL',
  'verifyServerCertificate',
  'ca',
  'cert',
  'key',
  'ssl-ca',
  'ssl-cert',
  'ssl-key',
  'charset',
  'connectTimeout',
  'socketPath',
  'localSocket',
  'timezone',
  'serverTimezone',
  'connectionTimeZone',
  'user',
  'password',
] as const;
export type UrlOptionName = (typeof URL_OPTIONS)[number];

const ALL = [...URL_OPTIONS, ...IGNORED_OPTIONS, ...Object.keys(REPLACED_OPTIONS)];
const CANONICAL: ReadonlyMap<string, string> = new Map(ALL.map((name) => [name.toLowerCase(), name]));

/** The options of a URL. */
export class UrlQuery {
  readonly #options = new Map<string, UrlOption>();
  /** The names of options that have no effect. */
  readonly ignored: readonly string[];

  /**
   * @param query   the text after the question mark
   * @param display the URL without secrets
   * @throws PersistenceError URL_OPTION_UNKNOWN, URL_OPTION_INVALID
   */
  constructor(
    query: string,
    readonly display: string,
  ) {
    for (const part of query.split('&')) if (part !== '') this.#add(this.#optionOf(part));
    this.ignored = [...this.#options.values()]
      .filter(({ name }) => IGNORED_OPTIONS.includes(CANONICAL.get(name.toLowerCase())!))
      .map(({ name }) => name);
  }

  get(name: UrlOptionName): UrlOption | undefined {
    return this.#options.get(name);
  }

  /** The first of several names of one setting. @throws PersistenceError URL_OPTION_INVALID if their values differ */
  one(...names: readonly UrlOptionName[]): UrlOption | undefined {
    const [first, ...others] = names.map((name) => this.get(name)).filter((option) => option !== undefined);
    const other = others.find(({ value }) => value !== first!.value);
    if (other) throw this.invalid(other.name, `contradicts the option "${first!.name}": keep one of them`);
    return first;
  }

  invalid(name: string, problem: string): PersistenceError {
    return new PersistenceError('URL_OPTION_INVALID', [this.display, name, problem]);
  }

  #add(option: UrlOption): void {
    const canonical = CANONICAL.get(option.name.toLowerCase());
    if (canonical === undefined) throw this.#unknown(option.name);
    if (Object.hasOwn(REPLACED_OPTIONS, canonical)) {
      throw this.invalid(option.name, `has no effect here: ${REPLACED_OPTIONS[canonical]}`);
    }
    const known = this.#options.get(canonical);
    if (known !== undefined && known.value !== option.value) {
      throw this.invalid(option.name, 'is there twice, with different values: keep one of them');
    }
    this.#options.set(canonical, option);
  }

  #optionOf(part: string): UrlOption {
    const equals = part.indexOf('=');
    const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    try {
      // A plus is a plus: it occurs in zones and paths.
      return { name: decodeURIComponent(name), value: decodeURIComponent(value) };
    } catch {
      throw this.invalid(name, 'has a percent sign that encodes nothing: write %25');
    }
  }

  #unknown(name: string): PersistenceError {
    const nearest = nearestName(name.toLowerCase(), CANONICAL.keys());
    const meant = nearest === undefined ? '' : ` (the nearest is "${CANONICAL.get(nearest)}")`;
    return new PersistenceError('URL_OPTION_UNKNOWN', [this.display, name, meant, URL_OPTIONS.join(', ')]);
  }
}
