import { camelCase, kebabCase, snakeCase, upperFirst } from '../../naming';
import type { NewProject } from './new-project';
import { TESTED_VERSIONS } from './tested-versions';

const NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST = 214;
/** Names that npm keeps for itself, or that a project cannot have beside what it installs. */
const TAKEN = new Set(['node_modules', 'favicon.ico', 'koaggregate', ...Object.keys(TESTED_VERSIONS)]);

type Names = Pick<NewProject, 'name' | 'applicationName' | 'className' | 'fileName' | 'configurationFile'>;

/**
 * What a project of that name calls its parts: `my-shop` has a `MyShopApplication`, whose file is `config/myshop.yml`.
 *
 * @throws Error for a name that npm does not take, or that no class can have
 */
export function projectNames(name: string): Names & { readonly folder: string } {
  if (!NAME.test(name) || name.length > LONGEST)
    throw new Error(`"${name}" is not a package name: use lower-case letters, digits and dashes, as in my-shop.`);
  const folder = name.slice(name.indexOf('/') + 1);
  if (TAKEN.has(folder)) throw new Error(`A project cannot be called "${folder}": choose another name.`);
  const words = folder.split(/[^a-z0-9]+/).filter((word) => word !== '');
  if (!/^[a-z]/.test(words[0] ?? ''))
    throw new Error(`A project cannot be called "${folder}": the names of its classes must begin with a letter.`);
  // The configuration of MyShopApplication is looked for as myshop.yml; "application" at the end would be cut off.
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
