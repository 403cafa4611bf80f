import '../../support/small-shop';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OrdersApplication } from '../../../samples/orders/src/orders-application';
import { serveSample } from '../../support/serve-sample';

const PROGRAM = join(__dirname, '../../../.ci/clients/orders-round.mjs');

/** The output of the program. */
interface Rounds {
  readonly complaints: readonly string[];
  readonly rounds: Readonly<Record<string, readonly string[]>>;
  readonly expected: readonly string[];
}

// .ci/clients/run.mjs checks the other samples and orval.
describe('A client generated from the OpenAPI document of samples/orders', () => {
  let result: Rounds;

  beforeAll(async () => {
    const sample = await serveSample('orders', OrdersApplication);
    try {
      const args = [PROGRAM, sample.address, 'openapi-fetch', 'hey-api'];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      result = JSON.parse(stdout);
    } finally {
      await sample.stop();
    }
    // Runs two generators and a compiler.
  }, 60_000);

  it('compiles in strict mode with openapi-typescript and with @hey-api/openapi-ts', () => {
    expect(result.complaints).toEqual([]);
  });

  it.each(['openapi-fetch', 'hey-api'])(
    'creates, reads, searches, updates and deletes one and several entities: %s',
    (name) => {
      expect(result.expected).toHaveLength(12);
      expect(result.rounds[name]).toEqual(result.expected);
    },
  );
});
