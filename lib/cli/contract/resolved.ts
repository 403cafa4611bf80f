import type { ContractDocument } from './contract-file';

type Plain = Readonly<Record<string, unknown>>;

/** What a reference names, with what stands beside it; anything else as it is. */
export function resolved(document: ContractDocument, value: unknown): Plain | undefined {
  const { $ref: reference, ...beside } = (value ?? {}) as Plain & { readonly $ref?: string };
  if (reference === undefined) return value as Plain | undefined;
  const segments = reference.split('/').slice(1);
  const found = segments.reduce<unknown>((at, name) => (at as Plain | undefined)?.[name], document) as
    | Plain
    | undefined;
  const required = [...listOf(found?.required), ...listOf(beside.required)];
  return { ...found, ...beside, ...(required.length > 0 && { required: [...new Set(required)] }) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
