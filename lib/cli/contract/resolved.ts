import { resolveReference } from '../project/resolve-reference';
import type { ContractDocument } from './contract-file';

type Plain = Readonly<Record<string, unknown>>;

/** Resolves a reference and merges its siblings, such as `required`, into the result; returns other values unchanged. */
export function resolved(document: ContractDocument, value: unknown): Plain | undefined {
  const { $ref: reference, ...siblings } = (value ?? {}) as Plain & { readonly $ref?: string };
  if (reference === undefined) return value as Plain | undefined;
  const target = resolveReference(document, value) as Plain | undefined;
  const required = [...listOf(target?.required), ...listOf(siblings.required)];
  return { ...target, ...siblings, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
