import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of `Idempotency-Key`: a repeated write is executed once. */
export function idempotencyTests(place: TestPlace): readonly GeneratedTest[] {
  const rule = place.operation('create')?.input.idempotency ?? 'off';
  return [
    ...when(rule === 'required', {
      title: 'POST without Idempotency-Key returns 400 and creates nothing',
      body: `
const unkeyed = ${place.clientWithoutHeaderCall('Idempotency-Key')};
const payload = await ${place.payloadCall()};
const before = await app.rows();

expect(await unkeyed.post(path, payload)).toBeProblem(400);
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(
      rule !== 'off' && !place.isSingle,
      {
        title: 'POST repeated with the same Idempotency-Key creates one entity and replays the response',
        body: `
const headers = { 'Idempotency-Key': 'generated-1' };
const payload = await ${place.payloadCall()};
const before = await app.count('${place.model}');

const first = await client.post(path, payload, { headers });
const again = await client.post(path, payload, { headers });

expect(first).toHaveStatus(201);
expect(again.body).toEqual(first.body);
expect(again.headers.get('idempotency-replayed')).toBe('true');
expect(await app.count('${place.model}')).toBe(before + 1);`,
      },
      {
        title: 'POST of another payload with the same Idempotency-Key returns 422',
        body: `
const headers = { 'Idempotency-Key': 'generated-1' };
const another = await ${place.payloadCall()};
expect(await client.post(path, ${place.payloadCall()}, { headers })).toHaveStatus('2xx');
const before = await app.rows();

const response = await client.post(path, another, { headers });

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
      },
    ),
  ];
}
