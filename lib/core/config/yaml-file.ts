import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { isPlainObject } from '../../foundation';
import { ConfigurationError } from './configuration-error';
import type { ConfigurationLevel } from './configuration-level';

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/**
 * Reads a configuration file; an empty one, or one with comments only, is `{}`.
 *
 * @returns undefined if the file does not exist
 * @throws ConfigurationError if it is not YAML, or its top level is not a map
 */
export function readYamlFile(file: string): ConfigurationLevel | undefined {
  const text = readIfPresent(file);
  if (text === undefined) return undefined;
  const content = /^\s*[^#\s]/m.test(text) ? parse(text, file) : {};
  const values = content ?? {};
  if (!isPlainObject(values)) throw new ConfigurationError(file, '', 'the top level must be a map of keys.');
  return { origin: file, values };
}

/** The package's defaults; found both from the sources and from the compiled output. */
export function packageDefaults(): ConfigurationLevel {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = readYamlFile(join(folder, 'config', 'defaults.yml'));
    if (found) return found;
  }
  throw new ConfigurationError(
    'config/defaults.yml',
    '',
    `this file of koaggregate is missing in ${__dirname} and the folders above: install the package again. If a bundle contains the package, copy node_modules/koaggregate/config/defaults.yml to the folder config beside the bundle, or leave the package out of the bundle.`,
  );
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

/** Leaves out the lines that js-yaml quotes: they may contain passwords. */
function reasonOf(error: unknown, text: string): string {
  if (!(error instanceof YAMLException)) return 'it cannot be read';
  const { reason, mark } = error;
  if (!mark) return reason;
  const line = text.split('\n')[mark.line] ?? '';
  const remedy = line.trimEnd().endsWith(':') ? ': a value that ends with a colon is written in quotes' : '';
  return `${reason} at line ${mark.line + 1}, column ${mark.column + 1}${remedy}`;
}
