import { HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection, type EntityId, type Exposure } from '../../lib';
import { KeyOf, StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';

const FLAGS = ['create', 'read', 'update', 'delete'] as const;

/** All sixteen combinations of the flags. */
const COMBINATIONS = Array.from({ length: 16 }, (_, bits) => {
  return Object.fromEntries(
    FLAGS.map((flag, position) => [flag, (bits & (1 << position)) !== 0]),
  ) as unknown as Exposure;
});

/** A root with one combination, and a collection with the opposite one. */
function boxes(exposure: Exposure, ofParts: Exposure, number: number) {
  class Part extends BaseDomain {
    @StringColumn(20) declare text: string | null;
    @KeyOf(() => Box) declare boxId: EntityId;
  }

  @AggregateRoot({ ...exposure, name: `boxes_${number}` })
  class Box extends BaseDomain {
    @StringColumn(20) declare text: string | null;
    @Collection(ofParts) @HasMany(() => Part) declare spareParts: Part[];
  }
  Object.defineProperty(Box, 'name', { value: `Box${number}` });
  Object.defineProperty(Part, 'name', { value: `Part${number}` });
  // @Table reads the name of the class.
  Table({ tableName: `boxes_${number}` })(Box);
  Table({ tableName: `parts_${number}` })(Part);
  return { Box, Part, exposure, ofParts, path: `/boxes_${number}` };
}

const opposite = (exposure: Exposure) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, !exposure[flag]])) as unknown as Exposure;
const BOXES = COMBINATIONS.map((exposure, number) => boxes(exposure, opposite(exposure), number));

/** The expected statuses: an operation without a route is 405 while its path has another method, else 404. */
function expectedOf({ create, read, update, delete: remove }: Exposure) {
  const without = (...others: boolean[]) => (others.includes(true) ? 405 : 404);
  return {
    list: read ? 200 : without(create),
    create: create ? 201 : without(read),
    read: read ? 200 : without(update, remove),
    update: update ? 200 : without(read, remove),
    patch: update ? 200 : without(read, remove),
    delete: remove ? 204 : without(read, update),
  };
}

describe('The flags of @AggregateRoot and @Collection', () => {
  const settings = { batches: { allowed: false } };
  const served = useServed(
    BOXES.flatMap(({ Box, Part }) => [Box, Part]),
    { settings },
  );

  const statusesOf = async (path: string, id: EntityId) => {
    const status = async (method: string, at: string, body?: object) => (await served.request(method, at, body)).status;
    return {
      list: await status('GET', path),
      create: await status('POST', path, { text: 'a' }),
      read: await status('GET', `${path}/${id}`),
      update: await status('PUT', `${path}/${id}`, { text: 'b' }),
      patch: await status('PATCH', `${path}/${id}`, { text: 'c' }),
      delete: await status('DELETE', `${path}/${id}`),
    };
  };

  it.each(BOXES.map((box) => [JSON.stringify(box.exposure), box] as const))(
    'leave exactly the operations that are not false, on the root and, reversed, on its collection: %s',
    async (_, { Box, Part, path, exposure, ofParts }) => {
      const box = await new Box({ text: 'x' }).persist();
      const part = await new Part({ text: 'x', boxId: box.id }).persist();

      const onParts = await statusesOf(`${path}/${box.id}/spare_parts`, part.id);
      const onRoot = await statusesOf(path, box.id);
      const listed = await served.request('GET', `/admin/routes${path}`);

      expect(onParts).toEqual(expectedOf(ofParts));
      expect(onRoot).toEqual(expectedOf(exposure));
      const perFlag = { create: 1, read: 2, update: 2, delete: 1 };
      const routes = FLAGS.flatMap((flag) => [exposure, ofParts].map((flags) => (flags[flag] ? perFlag[flag] : 0)));
      expect(listed.body).toHaveLength(routes.reduce((sum, count) => sum + count, 0));
    },
  );
});
