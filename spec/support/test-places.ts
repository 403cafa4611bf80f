import type { DocumentSource } from '../../lib/apidocs/source';
import { KINDS } from '../../lib/cli/generated-tests/kinds';
import { type ScopedClients, WITHOUT_SCOPES } from '../../lib/cli/generated-tests/scoped-clients';
import { placesOf, type TestPlace } from '../../lib/cli/generated-tests/test-place';
import { operationOf } from '../../lib/rest';
import { type InspectOptions, inspectedSource } from './inspected';
import { namedByHeader } from './security/named-by-header';

/** The places of an application with these models, by their title: `/orders/{order_id}/order_items`. */
export async function testPlaces(
  types: readonly unknown[],
  options: InspectOptions = {},
): Promise<Readonly<Record<string, TestPlace>>> {
  const source = await inspectedSource(types, { authenticators: [namedByHeader], ...options });
  return Object.fromEntries(placesIn(source).map((place) => [place.title, place]));
}

/** The places of the application that a source is of. */
export function placesIn(
  { routes, registry, mountPath }: DocumentSource,
  scopes: ScopedClients = WITHOUT_SCOPES,
): readonly TestPlace[] {
  const operations = routes.map((route) => operationOf(route)).filter((operation) => operation !== undefined);
  return registry.aggregates.flatMap((aggregate) => {
    const own = operations.filter((operation) => operation.aggregate === aggregate);
    return placesOf(aggregate, own, mountPath, scopes);
  });
}

/** The titles of the tests of one kind. */
export function titlesOf(kind: string, place: TestPlace | undefined): readonly string[] {
  return KINDS[kind]!(place!).map(({ title }) => title);
}

/** The body of the test with this title. */
export function bodyOf(kind: string, place: TestPlace | undefined, title: string): string {
  const found = KINDS[kind]!(place!).find((test) => test.title === title);
  if (!found) throw new Error(`No test "${title}". Known tests: ${titlesOf(kind, place).join('; ')}`);
  return found.body;
}
