import type { ModelMistakes } from '../../metadata';
import { PersistenceError, type PersistenceErrorCode } from '../errors';
import { type DeclaredAssociation, type DeclaredKey, declaredOptionsOf } from '../sequelize/associations';
import { aliasOf } from './declared-members';
import { type DomainModel, hasTable, isModel } from './domain-model';
import type { ReservedName } from './reserved-names';

/** The classes of an application, and the collector of their mistakes. */
export interface ModelCheck {
  readonly types: readonly DomainModel[];
  readonly mistakes: ModelMistakes;
  readonly reservedBy: ReservedName;
}

/**
 * Checks the associations of a class before it is initialised.
 *
 * @returns the valid associations
 */
export function usableAssociations(
  model: DomainModel,
  associations: readonly DeclaredAssociation[],
  check: ModelCheck,
): readonly DeclaredAssociation[] {
  const { mistakes } = check;
  return associations.filter((association) => {
    const found = mistakesIn(model, association, check);
    // A class that is missing is reported once, with the first association to it.
    for (const type of missingClasses(association, check.types)) mistakes.leaveOut(type);
    for (const [code, ...facts] of found) {
      mistakes.add(new PersistenceError(code, [model.name, aliasOf(association), ...facts]));
    }
    const isUsable = found.length === 0 && classesOf(association).every((type) => !mistakes.isLeftOut(type));
    if (!isUsable) mistakes.leaveOut(model, aliasOf(association));
    return isUsable;
  });
}

type Mistake = readonly [PersistenceErrorCode, ...string[]];

function mistakesIn(
  model: DomainModel,
  association: DeclaredAssociation,
  { types, reservedBy, mistakes }: ModelCheck,
): Mistake[] {
  const property = aliasOf(association);
  const reason = reservedBy(model, property);
  if (reason !== undefined) return [['NAME_RESERVED', reason]];
  const classes = classesOf(association).filter((type) => types.includes(type) || !mistakes.isLeftOut(type));
  const absent = classes.flatMap((type) => absentClass(type, types));
  if (classes.length < classesOf(association).length) return absent;
  return absent.length > 0 ? absent : endsOf(model, association).flatMap((end) => keyMistakes(association, end));
}

function targetOf(association: DeclaredAssociation): DomainModel {
  return association.getAssociatedClass() as DomainModel;
}

/** The target of an association, and the class of its join table. */
function classesOf(association: DeclaredAssociation): DomainModel[] {
  const through = throughOf(association);
  const classes = [targetOf(association)];
  return typeof through === 'function' ? [...classes, through] : classes;
}

function missingClasses(association: DeclaredAssociation, types: readonly DomainModel[]): DomainModel[] {
  return classesOf(association).filter((type) => typeof type === 'function' && !types.includes(type));
}

function absentClass(type: DomainModel | undefined, types: readonly DomainModel[]): Mistake[] {
  if (typeof type !== 'function') return [['ASSOCIATION_TARGET_UNDEFINED']];
  if (types.includes(type)) return [];
  const lacksTable = isModel(type) && !hasTable(type);
  return [[lacksTable ? 'ASSOCIATION_TARGET_NO_TABLE' : 'ASSOCIATION_TARGET_UNKNOWN', type.name]];
}

/** The class of the join table, or its name. */
function throughOf(association: DeclaredAssociation): DomainModel | string | undefined {
  const { through } = declaredOptionsOf(association);
  const join = typeof through === 'object' ? through.model : through;
  return typeof join === 'function' ? join() : join;
}

/** A foreign key that an association needs. */
interface End {
  readonly holder: DomainModel | string;
  readonly referred: DomainModel;
  readonly declared?: DeclaredKey;
  readonly option: 'foreignKey' | 'otherKey';
}

function endsOf(model: DomainModel, association: DeclaredAssociation): End[] {
  const target = targetOf(association);
  const { foreignKey, otherKey } = declaredOptionsOf(association);
  const kind = String(association.getAssociation());
  if (kind === 'belongsTo') return [{ holder: model, referred: target, declared: foreignKey, option: 'foreignKey' }];
  if (kind !== 'belongsToMany')
    return [{ holder: target, referred: model, declared: foreignKey, option: 'foreignKey' }];
  const holder = throughOf(association) ?? 'its join table';
  return [
    { holder, referred: model, declared: foreignKey, option: 'foreignKey' },
    { holder, referred: target, declared: otherKey, option: 'otherKey' },
  ];
}

function keyMistakes(association: DeclaredAssociation, { holder, referred, declared, option }: End): Mistake[] {
  if (typeof declared === 'string' || declared?.name !== undefined) return [];
  const keys = typeof holder === 'string' ? [] : foreignKeysTo(referred, holder);
  const at = typeof holder === 'string' ? holder : holder.name;
  if (keys.length === 0) return [['FOREIGN_KEY_UNDECLARED', at, referred.name]];
  const isAmbiguous = keys.length > 1;
  return isAmbiguous
    ? [['FOREIGN_KEY_AMBIGUOUS', keys.join(' and '), at, referred.name, remedyOf(association, option, keys[0]!)]]
    : [];
}

function remedyOf(association: DeclaredAssociation, option: string, key: string): string {
  const kind = String(association.getAssociation());
  const target = targetOf(association).name;
  const options = kind === 'belongsToMany' ? `{ through: …, ${option}: '${key}' }` : `'${key}'`;
  return `@${kind[0]!.toUpperCase()}${kind.slice(1)}(() => ${target}, ${options})`;
}

/** The declaration of a `@ForeignKey`. */
interface DeclaredForeignKey {
  readonly foreignKey: string;
  relatedClassGetter(): DomainModel | undefined;
}

/** The foreign keys of a class that refer to another class or to a superclass of it. */
function foreignKeysTo(referred: DomainModel, holder: DomainModel): string[] {
  const declared = (Reflect.getMetadata('sequelize:foreignKeys', holder.prototype) ??
    []) as readonly DeclaredForeignKey[];
  const keys = declared.filter(({ relatedClassGetter }) => {
    const related = relatedClassGetter();
    return related !== undefined && (referred === related || referred.prototype instanceof related);
  });
  return [...new Set(keys.map(({ foreignKey }) => foreignKey))];
}
