import type { CollectionMetadata } from '../../../lib/metadata';
import type { Operation } from '../../../lib/rest';
import { definitionOf, VERBS } from '../../../lib/rest/verbs/verbs';

const NAMES = Object.keys(VERBS) as Operation['verb'][];
const SINGLE = [{ kind: 'oneToOne' } as CollectionMetadata];
const VARIANTS = NAMES.flatMap((verb) =>
  [[], SINGLE].map((collections) => [verb, collections.length, definitionOf({ verb, collections })] as const),
);

describe('The definition of a verb', () => {
  it.each(VARIANTS)('is found by the name of the verb: %s, single children %i', (verb, _, definition) => {
    expect(definition.verb).toBe(verb);
    expect(definition.methods).not.toEqual([]);
  });

  it.each(VARIANTS)('gives content exactly with the status for it: %s, single children %i', (_, __, definition) => {
    expect(definition.gives !== undefined).toBe(definition.status !== undefined);
    expect(definition.status ?? definition.emptyStatus).toBeDefined();
  });

  it.each(VARIANTS)('has no body, no key and no step for reads: %s, single children %i', (_, __, definition) => {
    const isRead = definition.methods.includes('GET');

    expect(definition.body === 'none').toBe(isRead);
    expect(isRead && (definition.takesIdempotencyKeys || definition.step !== undefined)).toBe(false);
  });

  it('names no key for a single child', () => {
    const keys = VARIANTS.filter(
      ([, isSingle, { isExposed, isFieldExposed }]) => isSingle && (isExposed || isFieldExposed),
    )
      .filter(([verb]) => definitionOf({ verb, collections: SINGLE }) !== VERBS[verb])
      .map(([, , definition]) => definition.keys);

    expect(new Set(keys)).toEqual(new Set(['none']));
  });

  it('prepares its requests, but for batches, which need the routes of their steps', () => {
    expect(NAMES.filter((verb) => VERBS[verb].prepare === undefined)).toEqual(['batch']);
  });
});
