import type { ModelMistakes } from '../../metadata';
import { PersistenceError, type PersistenceErrorCode } from '../errors';
import { aliasOf, type DeclaredAssociation } from './declared-members';
import { type DomainModel, hasTable, isModel } from './domain-model';
import type { ReservedName } from './reserved-names';

/** The classes of an application, and where their mistakes go. */
export interface Verified {
  readonly types: readonly DomainModel[];
  readonly mistakes: ModelMistakes;
  readonly reservedBy: ReservedName;
}

/**
 * Checks the associations of a class before it is initialised, and notes what could not work.
 *
 * @returns those that it can be initialised with
 */
export function usableAssociations(
  model: DomainModel,
  associations: readonly DeclaredAssociation[],
  verified: Verified,
): readonly DeclaredAssociation[] {
  const { mistakes } = verified;
  return associations.filter((association) => {
    const faults = faultsOf(model, association, verified);
    for (const [code, ...facts] of faults) {
      mistakes.add(new PersistenceError(code, [model.name, aliasOf(association), ...facts]));
    }
    const isUsable = faults.length === 0 && classesOf(association).every((type) => !mistakes.isLeftOut(type));
    if (!isUsable) mistakes.leaveOut(model, aliasOf(association));
    return isUsable;
  });
}

type Fault = readonly [PersistenceErrorCode, ...string[]];

function faultsOf(model: DomainModel, association: DeclaredAssociation, { types, reservedBy }: Verified): Fault[] {
  const property = aliasOf(association);
  const reason = reservedBy(model, property);
  if (reason !== undefined) return [['NAME_RESERVED', reason]];
  if (Object.getOwnPropertyDescriptor(model.prototype, property)?.get) return [['TO_MANY_ACCESSOR']];
  const absent = classesOf(association).flatMap((type) => absentClass(type, types));
  return absent.length > 0 ? absent : endsOf(model, association).flatMap((end) => keyFault(association, end));
}

/** The classes that an association leads to: its target, and that of the join table. */
function classesOf(association: DeclaredAssociation): DomainModel[] {
  const through = throughOf(association);
  const classes = [association.getAssociatedClass() as unknown as DomainModel];
  return typeof through === 'function' ? [...classes, through] : classes;
}

function absentClass(type: DomainModel | undefined, types: readonly DomainModel[]): Fault[] {
  if (typeof type !== 'function') return [['ASSOCIATION_TARGET_UNDEFINED']];
  if (types.includes(type)) return [];
  const isTable = !isModel(type) || hasTable(type);
  return [[isTable ? 'ASSOCIATION_TARGET_UNKNOWN' : 'ASSOCIATION_TARGET_NO_TABLE', type.name]];
}

/** Options as they were given to the decorator. */
interface Options {
  readonly foreignKey?: KeyOption;
  readonly otherKey?: KeyOption;
  readonly through?: Through | { readonly model: Through };
}

type KeyOption = string | { readonly name?: string };
type Through = string | (() => DomainModel);

function optionsOf(association: DeclaredAssociation): Options {
  return (association as unknown as { readonly options: Options }).options;
}

/** The class of the join table, or its name. */
function throughOf(association: DeclaredAssociation): DomainModel | string | undefined {
  const { through } = optionsOf(association);
  const given = typeof through === 'object' ? through.model : through;
  return typeof given === 'function' ? given() : given;
}

/** A foreign key that an association needs: who holds it, and whom it refers to. */
interface End {
  readonly holder: DomainModel | string;
  readonly referred: DomainModel;
  readonly given?: KeyOption;
  readonly option: 'foreignKey' | 'otherKey';
}

function endsOf(model: DomainModel, association: DeclaredAssociation): End[] {
  const target = association.getAssociatedClass() as unknown as DomainModel;
  const { foreignKey, otherKey } = optionsOf(association);
  const kind = String(association.getAssociation());
  if (kind === 'belongsTo') return [{ holder: model, referred: target, given: foreignKey, option: 'foreignKey' }];
  if (kind !== 'belongsToMany') return [{ holder: target, referred: model, given: foreignKey, option: 'foreignKey' }];
  const holder = throughOf(association) ?? 'its join table';
  return [
    { holder, referred: model, given: foreignKey, option: 'foreignKey' },
    { holder, referred: target, given: otherKey, option: 'otherKey' },
  ];
}

function keyFault(association: DeclaredAssociation, { holder, referred, given, option }: End): Fault[] {
  if (typeof given === 'string' || given?.name !== undefined) return [];
  const keys = typeof holder === 'string' ? [] : foreignKeysTo(referred, holder);
  const at = typeof holder === 'string' ? holder : holder.name;
  if (keys.length === 0) return [['FOREIGN_KEY_UNDECLARED', at, referred.name]];
  const isNew = keys.length > 1;
  return isNew
    ? [['FOREIGN_KEY_AMBIGUOUS', keys.join(' and '), at, referred.name, remedyOf(association, option, keys[0]!)]]
    : [];
}

function remedyOf(association: DeclaredAssociation, option: string, key: string): string {
  const kind = String(association.getAssociation());
  const target = (association.getAssociatedClass() as unknown as DomainModel).name;
  const options = kind === 'belongsToMany' ? `{ through: …, ${option}: '${key}' }` : `'${key}'`;
  return `@${kind[0]!.toUpperCase()}${kind.slice(1)}(() => ${target}, ${options})`;
}

/** As `@ForeignKey` declares it. */
interface DeclaredKey {
  readonly foreignKey: string;
  relatedClassGetter(): DomainModel | undefined;
}

/** Those of a class that are declared to refer to another, or to a superclass of it. */
function foreignKeysTo(referred: DomainModel, holder: DomainModel): string[] {
  const declared = (Reflect.getMetadata('sequelize:foreignKeys', holder.prototype) ?? []) as readonly DeclaredKey[];
  const keys = declared.filter(({ relatedClassGetter }) => {
    const related = relatedClassGetter();
    return related !== undefined && (referred === related || referred.prototype instanceof related);
  });
  return [...new Set(keys.map(({ foreignKey }) => foreignKey))];
}
