import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrdersApplication } from '../samples/orders/src/orders-application';
import { documentedExchanges } from './support/documented-exchanges';
import { serveSample } from './support/serve-sample';

const ROOT = join(__dirname, '..');

describe('README.md', () => {
  it('shows the code of the samples word for word', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```(?:ts|yaml)\n(.*?)^```/gms)].map(([, code = '']) => code.trim());
    const sources = sampleSources();

    const strangers = blocks.filter((block) => !sources.some((source) => source.includes(block)));

    expect(blocks.length).toBeGreaterThan(0);
    expect(strangers).toEqual([]);
  });

  it('shows the responses of the orders sample', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const exchanges = documentedExchanges(readme).filter(({ path }) => path.startsWith('/orders'));
    const shop = await serveSample('orders', OrdersApplication);

    expect(exchanges).toHaveLength(8);
    for (const { response, ...request } of exchanges) {
      const real = await shop.responseTo({ response, ...request });
      expect({ request, response: real }).toEqual({ request, response });
    }
    await shop.stop();
    // The demo data covers two years.
  }, 60_000);
});

function sampleSources(): string[] {
  const names = readdirSync(join(ROOT, 'samples'), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => /\.(ts|yml)$/.test(name) && !/\b(dist|node_modules)\b/.test(name));
  return sources.map((name) => readFileSync(join(ROOT, 'samples', name), 'utf8'));
}
