import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { isPlainObject } from '../../foundation';
import { ConfigurationError } from './configuration-error';
import { type Layer } from './layer';

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/**
 * Reads one file of configuration; one that is empty or has comments only counts as `{}`.
 *
 * @returns undefined when there is no such file
 * @throws ConfigurationError when it is not YAML, or its top level is not a map
 */
export function readYamlFile(file: string): Layer | undefined {
  const text = readIfPresent(file);
  if (text === undefined) return undefined;
  const content = /^\s*[^#\s]/m.test(text) ? parse(text, file) : {};
  const values = content ?? {};
  if (!isPlainObject(values)) throw new ConfigurationError(file, '', 'the top level must be a map of keys.');
  return { origin: file, values };
}

/** The defaults that the package ships, whether it runs from its sources or compiled. */
export function packageDefaults(): Layer {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = readYamlFile(join(folder, 'config', 'defaults.yml'));
    if (found) return found;
  }
  throw new Error('The file config/defaults.yml of the package is missing: install it again.');
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigurationError(file, '', 'the file cannot be read.', { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return load(text, { schema: SCHEMA, filename: file });
  } catch (error) {
    throw new ConfigurationError(file, '', `not valid YAML: ${reasonOf(error, text)}.`);
  }
}

/** Without the lines around it that js-yaml shows, and without its error, which holds the file: there may be passwords. */
function reasonOf(error: unknown, text: string): string {
  if (!(error instanceof YAMLException)) return 'it cannot be read';
  const { reason, mark } = error;
  if (!mark) return reason;
  const line = text.split('\n')[mark.line] ?? '';
  const remedy = line.trimEnd().endsWith(':') ? ': a value that ends with a colon is written in quotes' : '';
  return `${reason} at line ${mark.line + 1}, column ${mark.column + 1}${remedy}`;
}
