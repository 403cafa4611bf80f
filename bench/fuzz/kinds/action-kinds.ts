import type { ActionMetadata, ActionParameter, AggregateMetadata } from '../../../lib/metadata';
import type { FieldType } from '../../../lib/values';
import { jsonText } from '../json-text';
import type { Resource } from '../known-entities';
import type { RequestDraft } from '../request';
import { oddValue, validValue } from '../values';
import type { KindContext, RequestKind } from './request-kind';

/** Calls of actions, with valid and invalid arguments. */
export const ACTION_KINDS: readonly RequestKind[] = [
  { name: 'action', weight: 8, make: (context) => act(context, false) },
  { name: 'action with errors', weight: 5, make: (context) => act(context, true) },
];

/** Actions whose code fails on purpose, so that 500 is the expected response. */
const FAILING = new Set(['overfill', 'read_twice']);

function act(context: KindContext, hasErrors: boolean): RequestDraft {
  const { random, entities } = context;
  const callable = entities.aggregates.flatMap((aggregate) =>
    aggregate.actions.filter(({ name }) => !FAILING.has(name)).map((action) => ({ aggregate, action })),
  );
  const { aggregate, action } = random.pick(callable);
  const path = `${pathOf(context, aggregate, action)}/${action.name}`;
  const method = hasErrors && random.chance(0.1) ? random.pick(['POST', 'GET', 'DELETE']) : 'PUT';
  if (random.chance(0.1)) return { method, path };
  const content =
    hasErrors && random.chance(0.15) ? random.pick([[], null, 'x', 7]) : argumentsOf(context, action, hasErrors);
  return { method, path, headers: { 'Content-Type': 'application/json' }, body: jsonText(content) };
}

function pathOf({ random, entities }: KindContext, aggregate: AggregateMetadata, { path }: ActionMetadata): string {
  let resource: Resource = { path: `/${aggregate.resourceName}`, entity: aggregate.root, exposure: aggregate.exposure };
  for (const collection of path) {
    resource = entities.below(random, resource, collection);
  }
  return random.chance(0.05) ? `${resource.path}/1,2` : entities.entityPath(random, resource);
}

function argumentsOf(
  context: KindContext,
  { parameters }: ActionMetadata,
  hasErrors: boolean,
): Record<string, unknown> {
  const { random } = context;
  const sent = parameters.filter(({ source }) => source.kind !== 'path' && source.kind !== 'rest');
  const given = sent.filter(({ isOptional }) => !random.chance(isOptional ? 0.3 : 0.03));
  const members = given.map((parameter) => [parameter.wireName, argument(context, parameter, hasErrors)]);
  const unknown =
    hasErrors && random.chance(0.3) ? [[random.pick(['line', 'id', '__proto', 'colour', 'cart']), 1]] : [];
  return Object.fromEntries([...members, ...unknown]);
}

const TYPES: Readonly<Record<string, FieldType>> = {
  text: { kind: 'string', maxLength: 60 },
  number: { kind: 'integer', min: -1000n, max: 1000n },
  bigint: { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n },
  boolean: { kind: 'boolean' },
  date: { kind: 'datetime', precision: 3 },
};

function argument({ random, entities }: KindContext, { source }: ActionParameter, hasErrors: boolean): unknown {
  const type = TYPES[source.kind] ?? TYPES.text!;
  if (hasErrors && random.chance(0.5)) return oddValue(random, type);
  if (source.kind === 'entity') return { id: entities.reference(random, source.entity) ?? 1 };
  if (source.kind === 'instance') return { street: 'High', post_code: '89073' };
  if (source.kind === 'schema') return random.pick([[{ text_value: 'abc' }], [], 'small', 'huge', 3]);
  return validValue(random, type);
}
