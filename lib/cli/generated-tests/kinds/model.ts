import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of random requests to the aggregate of a root. After each, the lists must be those of an in-memory model. */
export function modelTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.isRoot && place.has('create', 'list'), {
    title: 'random requests give the same lists as an in-memory model',
    isRandom: true,
    body: `
const walk = app.walk('${place.model}', client);
const step = (kind: WalkStep) => fc.nat(1000).map((choice) => walk.command(kind, choice));
// Twice as many creates, so that there are entities to update and delete.
const steps = fc.commands([step('create'), step('create'), step('update'), step('delete'), step('list')], {
  maxCommands: 25,
});

const property = fc.asyncProperty(steps, async (commands) => {
  await app.rollback();
  await app.begin();
  await fc.asyncModelRun(() => ({ model: new AggregateModel(), real: app }), commands);
});
await fc.assert(property, { seed, numRuns: 5 });`,
  });
}
