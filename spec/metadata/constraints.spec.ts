import Joi from 'joi';
import { Constraint, type DomainClass, defaultRegistry, MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, textField } from '../support/fake-entity-reader';

const mail = Joi.string().email();
const short = Joi.string().max(20);
const pair = Joi.object().and('mail', 'name');
const either = Joi.object().or('mail', 'name');

@Constraint(pair)
class Person {
  @Constraint(mail)
  declare mail: string;
}

@Constraint(either)
class Member extends Person {
  @Constraint(short)
  declare mail: string;
}

function sealed(type: DomainClass, declarations: MetadataRegistry = defaultRegistry): MetadataRegistry {
  const registry = declarations.copy();
  registry.declareAggregate(type, {});
  const fields = [textField('mail'), textField('name')];
  registry.seal([type], new FakeEntityReader().describe(type, { fields }));
  return registry;
}

describe('@Constraint', () => {
  it('is in the metadata of the column and of the class', () => {
    const { fields, constraints } = sealed(Person).entity(Person)!;

    expect(fields.get('mail')!.constraints).toEqual([mail]);
    expect(fields.get('name')!.constraints).toEqual([]);
    expect(constraints).toEqual([pair]);
  });

  it('adds to the constraints of the superclass', () => {
    const { fields, constraints } = sealed(Member).entity(Member)!;

    expect(fields.get('mail')!.constraints).toEqual([mail, short]);
    expect(constraints).toEqual([pair, either]);
  });

  it('stops the start without a column', () => {
    const registry = new MetadataRegistry();
    registry.declareConstraint(Person, mail, 'phone');

    expect(() => sealed(Person, registry)).toThrow(
      'Person.phone is marked @Constraint but has no database column: put the mark on a column.',
    );
  });
});
