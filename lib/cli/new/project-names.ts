import { camelCase, kebabCase, snakeCase, upperFirst } from '../../naming';
import type { NewProject } from './new-project';
import { TESTED_VERSIONS } from './tested-versions';

const NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_LENGTH = 214;
/** Names that npm rejects, and names of packages that the project installs. */
const TAKEN = new Set(['node_modules', 'favicon.ico', 'koaggregate', ...Object.keys(TESTED_VERSIONS)]);

type Names = Pick<NewProject, 'name' | 'applicationName' | 'className' | 'fileName' | 'configurationFile'>;

/**
 * The names in a new project: `my-shop` has a `MyShopApplication`, configured by `config/myshop.yml`.
 *
 * @throws Error for names that npm rejects, or from which no class name can be made
 */
export function projectNames(name: string): Names & { readonly folder: string } {
  if (!NAME.test(name) || name.length > MAX_LENGTH)
    throw new Error(`"${name}" is not a package name: use lower-case letters, digits and dashes, as in my-shop.`);
  const folder = name.slice(name.indexOf('/') + 1);
  if (TAKEN.has(folder)) throw new Error(`A project cannot be called "${folder}": choose another name.`);
  const words = folder.split(/[^a-z0-9]+/).filter((word) => word !== '');
  if (!/^[a-z]/.test(words[0] ?? ''))
    throw new Error(`A project cannot be called "${folder}": the names of its classes must begin with a letter.`);
  // MyShopApplication reads myshop.yml: the suffix "Application" is not part of the file name.
  if (words.length > 1 && words.at(-1) === 'application') words.pop();
  const className = `${upperFirst(camelCase(words.join('_')))}Application`;
  return {
    name,
    folder,
    className,
    applicationName: snakeCase(className).replace(/_application$/, ''),
    fileName: kebabCase(className),
    configurationFile: `${className.replace(/Application$/, '').toLowerCase()}.yml`,
  };
}
