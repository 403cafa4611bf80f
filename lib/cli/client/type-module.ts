import { loadPackage } from '../../foundation';
import type { ClientDocument } from './client-document';

/** The part of openapi-typescript that is used. */
interface OpenApiTypes {
  default(document: unknown, options: object): Promise<unknown>;
  astToString(nodes: unknown): string;
}

/**
 * Generates the types of a document with openapi-typescript.
 *
 * @throws Error when openapi-typescript is not installed
 */
export async function typeModule(document: ClientDocument, projectRoot: string): Promise<string> {
  const missing = () =>
    new Error(
      'The client needs openapi-typescript for its types: npm install --save-dev openapi-typescript typescript',
    );
  const { default: types, astToString } = loadPackage('openapi-typescript', projectRoot, missing) as OpenApiTypes;
  return astToString(await types(structuredClone(document), { silent: true }));
}
