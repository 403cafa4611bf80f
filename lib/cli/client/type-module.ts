import { findPackage, loadPackage } from '../../foundation';
import { majorOf } from '../project/project-typescript';
import type { ClientDocument } from './client-document';

/** The part of openapi-typescript that is used. */
interface OpenApiTypes {
  default(document: unknown, options: object): Promise<unknown>;
  astToString(nodes: unknown): string;
}

/** The last version with a JavaScript API, which openapi-typescript needs. */
const LAST_MAJOR = 6;

/**
 * Generates the types of a document with openapi-typescript.
 *
 * @throws Error when openapi-typescript is not installed, or has a TypeScript that it cannot use
 */
export async function typeModule(document: ClientDocument, projectRoot: string): Promise<string> {
  const missing = () =>
    new Error(
      'The client needs openapi-typescript for its types: npm install --save-dev openapi-typescript typescript',
    );
  verifyCompiler(projectRoot);
  const { default: types, astToString } = loadPackage('openapi-typescript', projectRoot, missing) as OpenApiTypes;
  return astToString(await types(structuredClone(document), { silent: true }));
}

function verifyCompiler(projectRoot: string): void {
  const { folder } = findPackage('openapi-typescript', projectRoot) ?? {};
  const { version = '' } = (folder && findPackage('typescript', folder)) || {};
  if (majorOf(version) > LAST_MAJOR)
    throw new Error(
      `The client needs openapi-typescript, which cannot use TypeScript ${version}: run this command in a folder with TypeScript 6, and pass it the API by --document.`,
    );
}
