import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OrdersApplication } from '../../../samples/orders/src/orders-application';
import { serveSample } from '../../support/serve-sample';

const PROGRAM = join(__dirname, '../../../.ci/clients/orders-round.mjs');

/** What the program says of the clients of one document. */
interface Rounds {
  readonly complaints: readonly string[];
  readonly rounds: Readonly<Record<string, readonly string[]>>;
  readonly expected: readonly string[];
}

// All samples, and orval too, are a step of .ci/run: .ci/clients/run.mjs.
describe('A client that is made of the OpenAPI document of samples/orders', () => {
  let said: Rounds;

  beforeAll(async () => {
    const sample = await serveSample('orders', OrdersApplication);
    try {
      const words = [PROGRAM, sample.address, 'openapi-fetch', 'hey-api'];
      const { stdout } = await promisify(execFile)(process.execPath, words);
      said = JSON.parse(stdout);
    } finally {
      await sample.stop();
    }
    // The demo data of two years, two generators and a compiler.
  }, 60_000);

  it('compiles strictly, with openapi-typescript and with @hey-api/openapi-ts', () => {
    expect(said.complaints).toEqual([]);
  });

  it.each(['openapi-fetch', 'hey-api'])(
    'creates, reads, searches, updates and deletes, one and several: %s',
    (name) => {
      expect(said.expected).toHaveLength(12);
      expect(said.rounds[name]).toEqual(said.expected);
    },
  );
});
