import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** A property-based test: random requests to the aggregate, compared with a plain model of it. */
export function walkTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.collections.length === 0 && place.has('create', 'list'), {
    title: `random requests agree with a plain model (TEST_SEED=\${seed})`,
    body: `
const walk = app.walk('${place.model}', client);
const step = (kind: WalkStep) => fc.nat(1000).map((choice) => walk.command(kind, choice));
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
