import { type DomainClass, MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, textField, toMany } from '../support/fake-entity-reader';

class Line {}
abstract class Document {}
class Invoice extends Document {}
class Receipt extends Document {}

const COLUMNS = {
  fields: ['number', 'serial', 'title', 'notes'].map((name) => textField(name, { isUnique: true, isNullable: false })),
  collections: [toMany('lines', Line, 'documentId')],
};

describe('decorators of a superclass', () => {
  it('are inherited by its subclasses', () => {
    const registry = documents();
    const { key, fields, collections } = seal(registry).entity(Invoice)!;

    expect(key.name).toBe('number');
    expect(fields.get('title')?.searchable).toEqual({});
    expect(fields.get('notes')?.access).toBe('hidden');
    expect(collections.get('lines')?.exposure.delete).toBe(false);
  });

  it('are overridden by those of a subclass, in the subclass only', () => {
    const registry = documents();
    registry.declareEntityKey(Invoice, 'serial');
    registry.declareSearchable(Invoice, 'title', { ignoreCase: true });
    registry.declareAccess(Invoice, 'notes', 'readOnly');
    registry.declareCollection(Invoice, 'lines', { create: false });
    seal(registry);

    const [invoice, receipt] = [registry.entity(Invoice)!, registry.entity(Receipt)!];
    expect([invoice.key.name, receipt.key.name]).toEqual(['serial', 'number']);
    expect(invoice.fields.get('title')?.searchable).toEqual({ ignoreCase: true });
    expect(receipt.fields.get('title')?.searchable).toEqual({});
    expect([invoice.fields.get('notes')?.access, receipt.fields.get('notes')?.access]).toEqual(['readOnly', 'hidden']);
    expect(invoice.collections.get('lines')?.exposure).toMatchObject({ create: false, delete: true });
    expect(receipt.collections.get('lines')?.exposure).toMatchObject({ create: true, delete: false });
  });

  it('do not make a subclass an aggregate root', () => {
    const registry = documents();
    registry.declareAggregate(Document, {});
    registry.declareAggregate(Receipt, {});
    seal(registry);

    expect(registry.aggregates.map(({ root }) => root.name)).toEqual(['Invoice', 'Receipt']);
    expect(registry.isDeclaredRoot(class Draft extends Document {})).toBe(false);
  });
});

function documents(): MetadataRegistry {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Invoice, {});
  registry.declareEntityKey(Document, 'number');
  registry.declareSearchable(Document, 'title', {});
  registry.declareAccess(Document, 'notes', 'hidden');
  registry.declareCollection(Document, 'lines', { delete: false });
  return registry;
}

function seal(registry: MetadataRegistry): MetadataRegistry {
  const types: DomainClass[] = [Invoice, Receipt, Line];
  registry.seal(types, new FakeEntityReader().describe(Invoice, COLUMNS).describe(Receipt, COLUMNS));
  return registry;
}
