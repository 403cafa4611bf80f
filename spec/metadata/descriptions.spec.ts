import { MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, textField } from '../support/fake-entity-reader';

class Order {}

const NAMES = ['code', 'notes', 'total', 'status'];
const reader = new FakeEntityReader().describe(Order, { fields: NAMES.map((name) => textField(name)) });

/** The hidden fields of a copy of the registry, as a start makes one. */
function hiddenIn(registry: MetadataRegistry): readonly string[] {
  const copy = registry.copy();
  copy.seal([Order], reader);
  return NAMES.filter((name) => copy.entity(Order)!.fields.get(name)!.access === 'hidden');
}

function described(): MetadataRegistry {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Order, {});
  registry.declareAccess(Order, 'code', 'hidden');
  registry.describe(Order, () => registry.declareAccess(Order, 'notes', 'hidden'));
  return registry;
}

const DESCRIBED_TWICE = expect.objectContaining({ code: 'DESCRIBED_TWICE' });

describe('The marks of a description', () => {
  it('are added to those of decorators', () => {
    expect(hiddenIn(described())).toEqual(['code', 'notes']);
  });

  it('are replaced by those of the next one, once an attempt to start is over', () => {
    const registry = described();
    const again = () => registry.describe(Order, () => registry.declareAccess(Order, 'total', 'hidden'));

    expect(again).toThrow(DESCRIBED_TWICE);
    expect(hiddenIn(registry)).toEqual(['code', 'notes']);
    registry.settleDescriptions();
    again();
    expect(hiddenIn(registry)).toEqual(['code', 'total']);
    expect(again).toThrow(DESCRIBED_TWICE);
  });

  it('do not stay when the description throws, and can be given again', () => {
    const registry = described();
    registry.settleDescriptions();
    const failing = () =>
      registry.describe(Order, () => {
        registry.declareAccess(Order, 'total', 'hidden');
        registry.declareAccess(Order, 'code', 'readOnly');
      });

    expect(failing).toThrow('Order.code is marked hidden and readOnly');
    expect(hiddenIn(registry)).toEqual(['code']);
    registry.describe(Order, () => registry.declareAccess(Order, 'status', 'hidden'));
    expect(hiddenIn(registry)).toEqual(['code', 'status']);
  });

  it('leave decorators in place that are applied after the description', () => {
    const registry = described();
    registry.declareAccess(Order, 'status', 'hidden');
    registry.settleDescriptions();
    registry.describe(Order, () => undefined);

    expect(hiddenIn(registry)).toEqual(['code', 'status']);
  });
});
