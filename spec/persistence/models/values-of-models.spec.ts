import { literal } from 'sequelize';
import { Column, DataType, Default, Model, PrimaryKey, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import { inspectedSource } from '../../support/inspected';

enum Level {
  Low,
  High,
}

@AggregateRoot
@Table
class Ticket extends BaseDomain {
  @Column(DataType.ENUM) declare none: string;
  @Column(DataType.ENUM(...(Object.values(Level) as string[]))) declare level: Level;
  @Column({ type: DataType.ENUM, values: ['a', 'a'] }) declare twice: string;
  @Column({ type: DataType.ENUM, values: ['a', 'b'] }) declare fine: string;
}

@AggregateRoot
@Table
class Form extends BaseDomain {
  @Default('lost') @Column(DataType.ENUM('open', 'shut')) declare status: string;
  @Default('many') @Column(DataType.INTEGER) declare count: number;
  @Default('too long') @Column(DataType.STRING(3)) declare code: string;
  @Default(12345) @Column(DataType.DECIMAL(4, 2)) declare price: string;
}

@AggregateRoot
@Table
class Sheet extends BaseDomain {
  @Default('open') @Column(DataType.ENUM('open', 'shut')) declare status: string;
  @Default(1.255) @Column(DataType.DECIMAL(4, 2)) declare price: string;
  @Default(new Date(0)) @Column(DataType.DATE) declare since: Date;
  @Default('2026-01-31') @Column(DataType.DATEONLY) declare day: string;
  @Default({ panes: [] }) @Column(DataType.JSON) declare settings: object;
  @Default(false) @Column(DataType.BOOLEAN) declare isDone: boolean;
  @Default(DataType.UUIDV4) @Column(DataType.UUID) declare token: string;
  @Default(DataType.NOW) @Column(DataType.DATE) declare seenAt: Date;
  @Default(literal("'x'")) @Column(DataType.STRING(1)) declare mark: string;
  @Default(() => 'worked out') @Column(DataType.STRING(3)) declare note: string;
  @Default(null) @Column(DataType.STRING(3)) declare empty: string | null;
}

@AggregateRoot
@Table({ timestamps: false })
class Parcel extends Model {
  @PrimaryKey @Default(literal('uuid()')) @Column(DataType.CHAR(36)) declare code: string;
}

async function linesOf(...types: unknown[]): Promise<readonly string[]> {
  const error = await inspectedSource(types).catch((failure: unknown) => failure);
  return (error as Error).message.split('\n').slice(1);
}

describe('A start is stopped', () => {
  it('by an ENUM whose values are not different texts, such as those of a numeric enum of TypeScript', async () => {
    const remedy =
      "write DataType.ENUM('a', 'b'), or DataType.ENUM(...Object.values(Kind)) for an enum of TypeScript whose members are texts.";

    expect(await linesOf(Ticket)).toEqual([
      `- Ticket.none is an ENUM, and its values (none) are not a list of different texts: ${remedy}`,
      `- Ticket.level is an ENUM, and its values (Low, High, 0, 1) are not a list of different texts: ${remedy}`,
      `- Ticket.twice is an ENUM, and its values (a, a) are not a list of different texts: ${remedy}`,
    ]);
  });

  it('by a default that its column cannot hold, so that no create could leave the field out', async () => {
    expect(await linesOf(Form)).toEqual([
      '- Form.status has the default "lost", which its column cannot hold: it must be one of open, shut. Correct one of the two.',
      '- Form.count has the default "many", which its column cannot hold: it must be a whole number from -2147483648 to 2147483647. Correct one of the two.',
      '- Form.code has the default "too long", which its column cannot hold: it must not be longer than 3 characters. Correct one of the two.',
      '- Form.price has the default 12345, which its column cannot hold: it must have at most 2 digits before the point. Correct one of the two.',
    ]);
  });

  it('by an SQL expression as the default of a primary key, whose value no response could have', async () => {
    await expect(inspectedSource([Parcel])).rejects.toThrow(
      'Parcel.code is the primary key and its default is an SQL expression, whose value only the database would know: ' +
        'write @Default(DataType.UUIDV4) or a function, set the key in a hook, or leave the default out, so that each ' +
        'payload gives the key.',
    );
  });

  it('by an undefined class in the list of domain classes, with its place', async () => {
    await expect(inspectedSource([Sheet, undefined])).rejects.toThrow(
      'The element 1 of the list of domain classes is undefined: correct the name that is imported.',
    );
    await expect(inspectedSource([Sheet, {}])).rejects.toThrow('an object literal is not a model: extend BaseDomain');
  });
});

it('A default that its column holds, rounds or computes is accepted', async () => {
  await expect(inspectedSource([Sheet])).resolves.toMatchObject({ name: 'shop' });
});
