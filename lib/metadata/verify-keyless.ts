import type { Declarations } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';

const WRITES = ['create', 'update', 'delete'] as const;

/** Reports KEYLESS_CONTRADICTS: marks of a root with `keyed: false` that need a key. */
export function verifyKeyless({ name }: DomainClass, declared: Declarations, mistakes: ModelMistakes): void {
  const { aggregate, entityKeys, actions, invariants, searchable } = declared;
  if (aggregate?.keyed !== false) return;
  const fullText = [...searchable].filter(([, options]) => options.fullText);
  const contradictions = [
    ...WRITES.filter((flag) => aggregate[flag] === true).map((flag) => `${flag}: true`),
    ...(aggregate.read === false ? ['read: false'] : []),
    ...[...entityKeys.keys()].map((field) => `@EntityKey of ${field}`),
    ...actions.map(({ method }) => `@Action of ${method}`),
    ...invariants.map(({ method }) => `@Invariant of ${method}`),
    ...fullText.map(([field]) => `fullText of ${field}`),
  ];
  if (contradictions.length === 0) return;
  mistakes.add(new MetadataError('KEYLESS_CONTRADICTS', name, contradictions.join(', ')));
}
