import { Application } from '../../lib';
import { documentOf, sourceOf } from '../support/document-of';
import { Account, bank, Transfer } from '../support/domain/bank';
import { useServed } from '../support/serve-shop';

const versionOf = async (id: number) => (await Account.findById(id))!.version;

let ann: number;
let bob: number;

const served = useServed(bank, { Class: Application });
const { create, read, request } = served;

beforeEach(async () => {
  ann = (await create('/accounts', { owner: 'Ann' })).id;
  bob = (await create('/accounts', { owner: 'Bob' })).id;
});

describe('Two collections of one class with two foreign keys', () => {
  it('have their own sub-resources: each row is in one of either side', async () => {
    const { id } = await create(`/accounts/${ann}/outgoing`, { amount: 5, to_account_id: bob });

    expect(await read(`/accounts/${ann}/outgoing`)).toMatchObject([{ id, from_account_id: ann, to_account_id: bob }]);
    expect(await read(`/accounts/${bob}/incoming`)).toMatchObject([{ id }]);
    expect(await read(`/accounts/${ann}/incoming`)).toEqual([]);
    expect((await request('GET', `/accounts/${bob}/outgoing/${id}`)).status).toBe(404);
    expect(await request('PUT', `/accounts/${bob}/incoming/${id}`, { amount: 6 })).toMatchObject({ status: 200 });
    expect(await read('/accounts?outgoing.amount=6')).toMatchObject([{ id: ann }]);
    expect(await read('/accounts?incoming.amount=6')).toMatchObject([{ id: bob }]);
  });

  it('require the other foreign key, as a field or a reference', async () => {
    const lacking = await request('POST', `/accounts/${ann}/incoming`, { amount: 5 });

    expect(lacking).toMatchObject({ status: 422, body: { field_errors: [{ field: 'from_account_id' }] } });
    expect(await create(`/accounts/${ann}/incoming`, { amount: 5, from_account: { id: bob } })).toMatchObject({
      from_account_id: bob,
      to_account_id: ann,
    });
  });

  it('accept nested payloads, and return both ends of a transfer', async () => {
    const { id, outgoing } = await create('/accounts', {
      owner: 'Cid',
      outgoing: [{ amount: 1, to_account_id: ann }],
      incoming: [{ amount: 2, from_account: { id: bob } }],
    });
    const updated = await request('PUT', `/accounts/${id}`, {
      outgoing: [
        { id: outgoing[0].id, amount: 3 },
        { amount: 4, to_account: { id: bob } },
      ],
    });

    expect(updated).toMatchObject({ status: 200, body: { outgoing: [{ amount: 3 }, { amount: 4 }] } });
    const shown = await read(`/accounts/${id}/outgoing?expand=to_account&include=amount`);
    expect(shown).toMatchObject([
      { amount: 3, to_account: { id: ann, owner: 'Ann' } },
      { amount: 4, to_account: { owner: 'Bob' } },
    ]);
    const moved = await request('PUT', `/accounts/${ann}`, { incoming: [{ id: outgoing[0].id, to_account_id: bob }] });
    expect(moved.body.field_errors).toMatchObject([{ field: 'incoming[0].to_account_id' }]);
  });

  it('increment the versions of both ends', async () => {
    const before = [await versionOf(ann), await versionOf(bob)];
    const { id } = await create(`/accounts/${ann}/outgoing`, { amount: 5, to_account_id: bob });
    expect([await versionOf(ann), await versionOf(bob)]).toEqual(before.map((version) => version + 1));

    expect((await request('PUT', `/accounts/${bob}`, { incoming: [{ id, amount: 7 }] })).status).toBe(200);
    expect([await versionOf(ann), await versionOf(bob)]).toEqual(before.map((version) => version + 2));
  });

  it('are deleted with a root of either side', async () => {
    await create(`/accounts/${ann}/outgoing`, [
      { amount: 5, to_account_id: bob },
      { amount: 6, to_account_id: ann },
    ]);

    expect((await request('DELETE', `/accounts/${ann}`)).status).toBe(204);
    expect(await Transfer.count({ where: { fromAccountId: ann } })).toBe(0);
    expect(await read(`/accounts/${bob}/incoming`)).toEqual([]);
  });

  it('have their own payloads in the document, without the key that the path contains', async () => {
    const { schemas } = documentOf(sourceOf(served.application)).components;
    const needed = Object.entries(schemas as Record<string, Shape>)
      .filter(([name]) => name.startsWith('TransferCreate'))
      .map(([, { allOf = [] }]) => allOf.flatMap(({ anyOf }) => anyOf.map(({ required }) => required[0])));

    expect(needed).toEqual(
      expect.arrayContaining([
        ['to_account_id', 'to_account'],
        ['from_account_id', 'from_account'],
      ]),
    );
  });
});

interface Shape {
  readonly allOf?: readonly { readonly anyOf: readonly { readonly required: readonly string[] }[] }[];
}
