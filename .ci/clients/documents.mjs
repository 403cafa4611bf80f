// The OpenAPI documents of the compiled samples.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { addressIn, printedBy, startSample, stopSample } = createRequire(import.meta.url)('../sample-process.cjs');

/** The path of each sample's document. */
const DOCUMENTS = {
  orders: { path: '/api/orders/openapi.json' },
  petclinic: { path: '/api/petclinic/openapi.json' },
  'shopping-cart': { path: '/api/shop/openapi.json' },
  'quick-start': { path: '/api/projects/openapi.json' },
  'koa-app': { path: '/api/api/orders/openapi.json', headers: { Authorization: 'Bearer token-of-ada' } },
};

/** @param act  called with the address of the sample while it runs, with its database in the folder */
export async function withSample(name, folder, act) {
  const sample = await startSample(process.execPath, name, { DB_URL: `sqlite:${join(folder, `${name}.sqlite`)}` });
  try {
    return await act(await printedBy(sample, addressIn, 'its address'));
  } finally {
    await stopSample(sample);
  }
}

/** @returns the document as JSON */
export async function documentOf(name, address) {
  if (!DOCUMENTS[name]) throw new Error('where it has its document is missing in this program');
  const { path, headers } = DOCUMENTS[name];
  const response = await fetch(address + path, { headers });
  if (response.status !== 200) throw new Error(`GET ${path} answers ${response.status}`);
  return response.text();
}
