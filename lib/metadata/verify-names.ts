import type { Declarations } from './declarations';
import { GIVEN_CLASS_NAME, GIVEN_PARAMETERS, MetadataError, RENAMING_REMEDY } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { ActionMetadata } from './types/actions';
import type { AggregateMetadata } from './types/aggregates';
import type { DomainClass } from './types/domain-class';
import type { EntityMetadata, EntityReader } from './types/entities';

interface NamedModel {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly aggregates: ReadonlyMap<DomainClass, AggregateMetadata>;
  readonly declarations: ReadonlyMap<DomainClass, Declarations>;
  readonly reader: EntityReader;
}

/** A parameter of an action whose name is read from the source of its method. */
interface ReadParameter {
  readonly action: ActionMetadata;
  readonly name: string;
}

/**
 * Finds names that a minifier may have given: a class of one or two letters, or of three without a capital first; a parameter of
 * an action of one letter. Names
 * that the model gives are never meant. Reports NAMES_MINIFIED for such a class with such a parameter, or with a collection of
 * one or two letters.
 *
 * @returns a warning for each of the others
 */
export function verifyNames(model: NamedModel, mistakes: ModelMistakes): readonly string[] {
  return [...model.entities.values()].flatMap((entity) => {
    const parameters = readParameters(entity, model).filter(({ name }) => name.length === 1);
    const isDoubtful = isDoubtfulClass(entity.name) && model.reader.isNamed?.(entity.type) === false;
    const evidence = isDoubtful && evidenceOf(entity, parameters);
    if (evidence) mistakes.add(new MetadataError('NAMES_MINIFIED', entity.name, evidence));
    if (evidence) return [];
    return [...(isDoubtful ? [classWarning(entity)] : []), ...parameters.map((one) => parameterWarning(entity, one))];
  });
}

/** Large bundles have names of three letters, which classes of domains have with a capital: `Car`. */
function isDoubtfulClass(name: string): boolean {
  return isShort(name) || (name.length === 3 && !/^\p{Lu}/u.test(name));
}

function isShort(name: string): boolean {
  return name.length <= 2;
}

function readParameters({ type }: EntityMetadata, { aggregates, declarations }: NamedModel): readonly ReadParameter[] {
  const declared = declarations.get(type)?.actions ?? [];
  const isRead = ({ method }: ActionMetadata) => declared.some((one) => one.method === method && !one.parameters);
  const actions = aggregates.get(type)?.actions.filter(isRead) ?? [];
  return actions.flatMap((action) => action.parameters.map(({ name }) => ({ action, name })));
}

/** Another name of the class that looks given by a minifier. */
function evidenceOf({ collections }: EntityMetadata, [parameter]: readonly ReadParameter[]): string | undefined {
  if (parameter) return `the parameter "${parameter.name}" of its action ${parameter.action.method}`;
  const collection = [...collections.keys()].find(isShort);
  return collection && `its collection ${collection}`;
}

function classWarning({ name }: EntityMetadata): string {
  return `The class ${name} may have been renamed by a minifier, and its name is part of paths, documents and messages. ${RENAMING_REMEDY}, or give the name: ${GIVEN_CLASS_NAME}.`;
}

function parameterWarning(entity: EntityMetadata, { action, name }: ReadParameter): string {
  return `The parameter "${name}" of ${entity.name}.${action.method} may have been renamed by a minifier, and its name is a key of payloads. ${RENAMING_REMEDY}, or give the names of all: ${GIVEN_PARAMETERS}.`;
}
