import { BelongsTo, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, type Ref, Searchable } from '../../../lib';
import { KeyOf, StringColumn } from '../../support/columns';
import { documentOf } from '../../support/document-of';
import { inspectedSource } from '../../support/inspected';

@AggregateRoot
@Table
class PetType extends BaseDomain {
  @Searchable @StringColumn(20) declare name: string | null;
}

@AggregateRoot
@Table
class Pet extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @KeyOf(() => PetType) declare typeId: EntityId | null;
  @BelongsTo(() => PetType) declare type: Ref<PetType> | null;
}

@AggregateRoot
@Table
class Batch extends BaseDomain {
  @StringColumn(20) declare lot: string | null;
}

@AggregateRoot
@Table
class BatchResult extends BaseDomain {
  @StringColumn(20) declare lot: string | null;
}

@AggregateRoot
@Table
class Preview extends BaseDomain {
  @StringColumn(20) declare lot: string | null;
}

describe('The components of the OpenAPI document', () => {
  it('have names that stay unique as identifiers of generated clients: Pet.type.name, PetType.name', async () => {
    const { components, paths } = documentOf(await inspectedSource([PetType, Pet]));

    const named = ['PetType.name', 'Pet.type.name'].filter((name) => name in components.parameters!);
    expect(named).toHaveLength(1);
    for (const section of Object.values(components)) {
      const identifiers = Object.keys(section).map((name) => name.replace(/[^a-z0-9]/gi, '').toLowerCase());
      expect(identifiers).toEqual([...new Set(identifiers)]);
    }
    const shown = paths['/pets']!.get!.parameters as readonly { readonly name?: string; readonly $ref?: string }[];
    expect(shown.some(({ name, $ref }) => name === 'type.name' || $ref?.endsWith('/Pet.type.name'))).toBe(true);
  });

  it('have names that none of the schemas has', async () => {
    const { schemas, ...others } = documentOf(await inspectedSource([PetType, Pet])).components;
    const { requestBodies = {}, responses = {} } = others;

    expect(Object.keys(requestBodies)).toContain('PetUpdateBody');
    for (const name of Object.keys({ ...requestBodies, ...responses })) expect(schemas).not.toHaveProperty([name]);
  });

  it('keep classes apart from the schemas of the framework with their names', async () => {
    const { components, paths } = documentOf(await inspectedSource([Batch, BatchResult, Preview]));
    const schemas = components.schemas!;

    for (const name of ['Batch', 'BatchResult']) {
      expect(schemas[name].properties).toHaveProperty('steps');
      expect(schemas[`${name}2`].properties).toHaveProperty('lot');
    }
    expect(schemas.Preview.properties).toHaveProperty('changes');
    const created = paths['/batches']!.post!.responses['201'];
    expect(JSON.stringify(created)).toContain('"#/components/schemas/Batch2"');
  });
});
