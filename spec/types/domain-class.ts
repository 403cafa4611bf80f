/** Typed fields of domain classes. Checked by `npm run check`, never run. */

import { BaseDomain, type EntityId, type Ref } from 'koaggregate';
import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  Op,
} from 'sequelize';
import { Column, DataType, HasMany, HasOne, Table } from 'sequelize-typescript';

@Table
class Valve extends BaseDomain {
  declare pressure: number;
}

@Table
class Wheel extends BaseDomain {
  declare size: number;
  declare carId: EntityId;
  declare car: Ref<Car>;
  @HasOne(() => Valve) declare valve: Valve | null;

  async pressure(): Promise<number> {
    // @ts-expect-error: inside a method, too
    await this.one('valves');
    return (await this.one('valve'))?.pressure ?? 0;
  }
}

@Table
class Car extends BaseDomain {
  declare plate: string;
  declare colour: string | null;
  declare sold: boolean;
  declare built: Date;
  @Column(DataType.JSON) declare extras: { readonly radio: boolean };
  @HasMany(() => Wheel) declare wheels: Wheel[];

  async paint(colour: string): Promise<Car> {
    // @ts-expect-error: unknown field inside a method
    await this.updateAttributes({ color: colour });
    return this.updateAttributes({ colour });
  }

  async weight(): Promise<number> {
    // @ts-expect-error: and a collection
    await this.collection('wheel');
    const wheels = await this.collection('wheels');
    return wheels.reduce((sum, { size }) => sum + size, 0);
  }

  static unsold(): Promise<Car[]> {
    return this.where({ sold: false });
  }
}

class Van extends Car {
  declare seats: number;
}

export async function rightForms(car: Car, van: Van): Promise<unknown[]> {
  const wheels: Wheel[] = await car.collection('wheels');
  const [wheel] = wheels;
  const valve: Valve | null | undefined = await wheel?.one('valve');
  const owner: Car | null | undefined = await wheel?.one('car');
  const first: Car | null = await Car.first({ plate: ['A-1', 'A-2'], colour: null });
  const one: Car = await Car.one({ built: { [Op.gt]: new Date(0) }, 'extras.radio': true });
  const either: Car[] = await Car.where({ [Op.or]: [{ plate: 'A-1' }, { sold: true }], '$wheels.size$': 15 });
  const exists: boolean = await Car.exists({ id: '7' });
  const count: number = await Car.count({ where: { colour: 'red' } });
  const all: Car[] = await Car.findAll({ where: { plate: 'A-1' }, order: [['plate', 'ASC']] });
  const created: Car = await Car.create(
    { plate: 'A-1', wheels: [{ size: 15 }] },
    { include: [Car.associations.wheels!] },
  );
  const built: Car = Car.build({ plate: 'A-1', extras: { radio: true } });
  const updated: Van = await van.updateAttributes({ plate: 'A-1', seats: 2 });
  const vans: Van[] = await Van.where({ seats: 7, plate: 'A-1' });
  car.set('colour', 'red').set({ plate: 'A-2' }).set('extras.radio', false);
  return [
    wheels,
    valve,
    owner,
    first,
    one,
    either,
    exists,
    count,
    all,
    created,
    built,
    updated,
    vans,
    new Car({ plate: 'A-1' }),
  ];
}

export async function misuses(car: Car, van: Van): Promise<void> {
  // @ts-expect-error: unknown field
  await Car.where({ color: 'red' });
  // @ts-expect-error: a plate must be text
  await Car.where({ plate: 4 });
  // @ts-expect-error: a plate is compared with texts
  await Car.first({ plate: [4] });
  // @ts-expect-error: a boolean is not a text
  await Car.one({ sold: 'no' });
  // @ts-expect-error: criteria cannot use a collection
  await Car.exists({ wheels: 4 });
  // @ts-expect-error: unknown field
  await Car.count({ where: { color: 'red' } });
  // @ts-expect-error: unknown field
  await Car.findAll({ where: { color: 'red' } });
  // @ts-expect-error: unknown field
  await Car.create({ plate: 'A-1', color: 'red' });
  // @ts-expect-error: a plate must be text
  await Car.create({ plate: 4 });
  // @ts-expect-error: a new wheel needs a size, which is a number
  await Car.create({ plate: 'A-1', wheels: [{ size: 'large' }] });
  // @ts-expect-error: the field must not be null
  await car.updateAttributes({ plate: null });
  // @ts-expect-error: a method is not a field
  await car.updateAttributes({ weight: 4 });
  // @ts-expect-error: of another class
  await car.updateAttributes({ seats: 4 });
  // @ts-expect-error: not a field of a van either
  await van.updateAttributes({ wings: 2 });
  // @ts-expect-error: unknown field
  car.set('color', 'red');
  // @ts-expect-error: a field is not a collection
  await car.collection('plate');
  // @ts-expect-error: the children must be wheels
  const cars: Car[] = await car.collection('wheels');
  const [wheel] = await car.collection('wheels');
  // @ts-expect-error: a collection is not a single child
  await car.one('wheels');
  // @ts-expect-error: a field is not a single child
  await wheel?.one('size');
  // @ts-expect-error: a method is not a single child
  await wheel?.one('pressure');
  // @ts-expect-error: the child may be missing
  const valve: Valve | undefined = await wheel?.one('valve');
  // @ts-expect-error: a single child is not a collection
  await wheel?.collection('valve');
  // @ts-expect-error: an entity of another class
  const found: Van | null = await Car.first({ plate: 'A-1' });
  await Promise.all([cars, found, valve]);
}

/** With `InferAttributes` and `InferCreationAttributes`, fields declared as `CreationOptional` are optional. */
@Table
class Boat extends BaseDomain<InferAttributes<Boat>, InferCreationAttributes<Boat>> {
  declare name: string;
  declare harbour: string | null;
  @Column(DataType.STRING) declare flag: CreationOptional<string>;
  @HasMany(() => Wheel) declare rudders: NonAttribute<Wheel[]>;

  rename(name: string): Promise<this> {
    return this.updateAttributes({ name });
  }
}

export async function givenAttributes(boat: Boat): Promise<unknown[]> {
  // @ts-expect-error: a name is required
  await Boat.create({ harbour: 'Genova' });
  // @ts-expect-error: required in the constructor too
  new Boat({ harbour: 'Genova' });
  // @ts-expect-error: unknown field
  new Boat({ name: 'Ada', mast: 1 });
  // @ts-expect-error: unknown field
  await boat.updateAttributes({ mast: 1 });
  // @ts-expect-error: unknown field
  await Boat.where({ mast: 1 });
  const rudders: Wheel[] = await boat.collection('rudders');
  return [
    rudders,
    await Boat.create({ name: 'Ada' }),
    new Boat({ name: 'Ada', flag: 'IT' }),
    await Boat.one({ flag: 'IT' }),
  ];
}
