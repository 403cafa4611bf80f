import type { FieldMetadata } from '../../../metadata';
import { isWritable } from '../../../rest';
import { type GeneratedTest, when } from '../generated-test';
import { valuesCode } from '../principal-code';
import type { ScopeValues } from '../scoped-clients';
import type { TestPlace } from '../test-place';
import { rejectedRequests } from './errors';

/** Tests of `@Scope`: rows outside the scope of the client are treated as if they did not exist, and cannot be created. */
export function scopeTests(place: TestPlace): readonly GeneratedTest[] {
  return [...ownScopeTests(place), ...rootScopeTests(place)];
}

/** Tests of the scope of the entities of a place. */
function ownScopeTests(place: TestPlace): readonly GeneratedTest[] {
  const values = place.scopes.otherValues.get(place.entity);
  if (!values || place.isSingle) return [];
  const expectations = rejectedRequests(place, 'app.at(path, outside)', 404);
  return [
    ...when(place.has('list'), {
      title: 'GET lists only entities in the scope of the client',
      body: `
const entity = await add();
${parentsCode(place, values)}await add(${valuesCode(values)});

expect(${place.keysCode('(await client.get(path)).body')}).toEqual([app.key(entity)]);`,
    }),
    ...when(expectations.length > 0, {
      title: 'requests for an entity outside the scope of the client return 404 and change nothing',
      body: `
${parentsCode(place, values)}const outside = await add(${valuesCode(values)});
const before = await app.rows();

${expectations.join('\n')}

expect(await app.rows()).toEqual(before);`,
    }),
    ...writeTests(place, values),
  ];
}

function writeTests(place: TestPlace, values: ScopeValues): readonly GeneratedTest[] {
  const isSet = (verb: 'create' | 'update') =>
    place.has(verb) && [...values.keys()].every((field) => isWritable(place.entity, field, verb));
  return [
    ...when(isSet('create'), {
      title: 'POST of an entity outside the scope of the client returns 403 and creates nothing',
      body: `
${parentsCode(place, values)}const payload = await ${place.payloadCall(valuesCode(values))};
const before = await app.rows();

expect(await client.post(path, payload)).toBeProblem(403);
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(isSet('update'), {
      title: 'PUT that moves an entity out of the scope of the client returns 403 and changes nothing',
      body: `
${parentsCode(place, values)}const entity = await add();
const before = await app.rows();

expect(await client.put(app.at(path, entity), ${payloadCode(values)})).toBeProblem(403);
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

/** Tests that the collections of a root are not found if the root is outside the scope. */
function rootScopeTests(place: TestPlace): readonly GeneratedTest[] {
  const { root, aggregate, collections, scopes } = place;
  const values = scopes.otherValues.get(aggregate.root);
  if (!values || collections.length !== 1) return [];
  const requests = [
    ...(place.has('list') || (place.isSingle && place.has('read')) ? ['get(target)'] : []),
    ...(place.has('create') ? [`post(target, payload)`] : []),
  ];
  return when(requests.length > 0, {
    title: 'requests below a root outside the scope of the client return 404 and change nothing',
    body: `
${parentsCode(place, values)}const outside = await app.create('${root.model}', ${valuesCode(values)});
const target = path.replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', outside));
${place.has('create') ? `const payload = await ${place.payloadCall()};` : ''}
const before = await app.rows();

${requests.map((request) => `expect(await client.${request}).toBeProblem(404);`).join('\n')}
expect(await app.rows()).toEqual(before);`,
  });
}

/** Stores what foreign keys among the values refer to. */
function parentsCode({ scopes }: TestPlace, values: ScopeValues): string {
  const parents = [...values].flatMap(([field, value]) => {
    const found = scopes.parents.of(field);
    return found ? `await app.create('${found.parent.name}', ${valuesCode(new Map([[found.key, value]]))});\n` : [];
  });
  return [...new Set(parents)].join('');
}

/** The same values by wire name, as a payload has them. */
function payloadCode(values: ScopeValues): string {
  const named = [...values].map(([{ wireName }, value]): [Pick<FieldMetadata, 'name'>, typeof value] => [
    { name: wireName },
    value,
  ]);
  return valuesCode(new Map(named));
}
