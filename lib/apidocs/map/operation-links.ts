import type { RouteDescription } from '../../core';
import type { OperationLink } from './map-operations';

/** What is read here of an OpenAPI document. */
interface LinkedDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, LinkedOperation>>>>;
}

interface LinkedOperation {
  readonly tags?: readonly string[];
  readonly operationId?: string;
}

/** Leads to operations in Swagger UI, by the tags and ids that the document gives them. */
export function operationLinks({ paths = {} }: LinkedDocument): OperationLink {
  return ({ method, path }: RouteDescription) => {
    const { tags: [tag] = [], operationId } = paths[path]?.[method.toLowerCase()] ?? {};
    return tag && operationId ? `docs#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}` : undefined;
  };
}
