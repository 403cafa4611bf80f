import 'reflect-metadata';
import type * as Decorators from 'sequelize-typescript';

// What the decorators of sequelize-typescript note on the prototype of a class, under its own keys. Plain models get the same,
// without that package.

const MODEL_NAME = 'sequelize:modelName';
const OPTIONS = 'sequelize:options';
const ATTRIBUTES = 'sequelize:attributes';
const ASSOCIATIONS = 'sequelize:associations';
const INDEXES = 'sequelize:indexes';

/** The keys of what a class declares by its members. */
export const MEMBER_KEYS = [ATTRIBUTES, ASSOCIATIONS] as const;

/** Undefined for a class without `@Table`, and so without a superclass that has one. */
export const getModelName: typeof Decorators.getModelName = (target) => Reflect.getMetadata(MODEL_NAME, target);

export const setModelName: typeof Decorators.setModelName = (target, name) =>
  Reflect.defineMetadata(MODEL_NAME, name, target);

/** A copy of the options of `@Table`. */
export const getOptions: typeof Decorators.getOptions = (target) => {
  const options = Reflect.getMetadata(OPTIONS, target) as object | undefined;
  return options && { ...options };
};

export const setOptions: typeof Decorators.setOptions = (target, options) =>
  Reflect.defineMetadata(OPTIONS, { ...options }, target);

export const addOptions: typeof Decorators.addOptions = (target, options) => {
  const before = getOptions(target);
  const validate = { ...before?.validate, ...options.validate };
  setOptions(target, { ...before, ...options, validate });
};

/** Copies of the columns by name. */
export const getAttributes: typeof Decorators.getAttributes = (target) => {
  const attributes = Reflect.getMetadata(ATTRIBUTES, target) as Readonly<Record<string, object>> | undefined;
  if (!attributes) return undefined;
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, { ...attribute }]));
};

export const setAttributes: typeof Decorators.setAttributes = (target, attributes) =>
  Reflect.defineMetadata(ATTRIBUTES, { ...attributes }, target);

export const getAssociations: typeof Decorators.getAssociations = (target) => {
  const associations = Reflect.getMetadata(ASSOCIATIONS, target) as ReturnType<typeof Decorators.getAssociations>;
  return associations && ([...associations] as never);
};

export const setAssociations: typeof Decorators.setAssociations = (target, associations) =>
  Reflect.defineMetadata(ASSOCIATIONS, associations, target);

/** The indexes of `@Index`. */
export const getIndexes: typeof Decorators.getIndexes = (target) => {
  const { named = {}, unnamed = [] } = (Reflect.getMetadata(INDEXES, target) ?? {}) as Partial<Decorators.IndexesMeta>;
  return { named: { ...named }, unnamed: [...unnamed] };
};
