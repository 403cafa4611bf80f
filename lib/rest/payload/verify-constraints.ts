import Joi from 'joi';
import { collectMistakes, type EntityMetadata, type FieldMetadata, type ModelMistakes } from '../../metadata';
import { ResourceError } from '../errors';

/**
 * Verifies that the schemas of all `@Constraint` marks can be used.
 *
 * @param handed collects the mistakes; they are thrown when absent
 * @throws ResourceError CONSTRAINT_UNUSABLE
 */
export function verifyConstraints(entities: readonly EntityMetadata[], handed?: ModelMistakes): void {
  collectMistakes(handed, (mistakes) => {
    for (const entity of entities) {
      for (const rule of entity.constraints) mistakes.note(() => verifyEntityRule(entity, rule, mistakes));
      for (const { owner, rule } of fieldRulesOf(entity)) mistakes.note(() => verifyRule(owner, rule));
    }
  });
}

interface FieldRule {
  /** The field, for the message: `Order.code`. */
  readonly owner: string;
  readonly rule: unknown;
}

/** The rules of the columns of a class, and of the join tables of its collections. */
function fieldRulesOf({ name, fields, collections }: EntityMetadata): readonly FieldRule[] {
  const joinFields = [...collections.values()].flatMap((collection) => [...collection.joinFields.values()]);
  return [
    ...[...fields.values()].flatMap((field) => rulesOf(name, field)),
    ...joinFields.flatMap((field) => rulesOf(field.holder!.name, field)),
  ];
}

function rulesOf(className: string, { name, constraints }: FieldMetadata): readonly FieldRule[] {
  return constraints.map((rule) => ({ owner: `${className}.${name}`, rule }));
}

/** @throws ResourceError CONSTRAINT_UNUSABLE */
function verifyRule(owner: string, rule: unknown): asserts rule is Joi.Schema {
  if (!Joi.isSchema(rule, { legacy: true })) throw unusable(owner, 'it is not a Joi schema: write @Constraint(Joi.…)');
  if (hasExternalRule(rule)) {
    throw unusable(owner, 'external rules need a database or a network: use rules that do not');
  }
}

function verifyEntityRule({ name, type, fields }: EntityMetadata, rule: unknown, mistakes: ModelMistakes): void {
  verifyRule(name, rule);
  if (rule.type !== 'object') throw unusable(name, 'a rule for a class is a Joi.object()');
  const isColumn = (property: string) => fields.has(property) || mistakes.isLeftOut(type, property);
  const unknown = propertiesOf(rule.describe() as ObjectDescription).find((property) => !isColumn(property));
  if (unknown === undefined) return;
  throw unusable(
    name,
    `it names "${unknown}", which has no database column: write the names of properties that have one`,
  );
}

function unusable(owner: string, problem: string): ResourceError {
  return new ResourceError('CONSTRAINT_UNUSABLE', owner, problem);
}

/** At any depth: a property that is named "externals" is not followed by an array. */
function hasExternalRule(rule: Joi.Schema): boolean {
  return JSON.stringify(rule.describe()).includes('"externals":[');
}

interface ObjectDescription {
  readonly keys?: object;
  readonly dependencies?: readonly { readonly key?: string; readonly peers?: readonly unknown[] }[];
}

/** The properties that a schema names, as keys and in rules over several fields. */
function propertiesOf({ keys = {}, dependencies = [] }: ObjectDescription): string[] {
  const inRules = dependencies.flatMap(({ key, peers = [] }) => [key, ...peers]);
  const paths = [...Object.keys(keys), ...inRules].filter((path) => typeof path === 'string');
  return paths.map((path) => path.split('.')[0]!);
}
