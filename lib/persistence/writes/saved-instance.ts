import type { Transaction, ValidationErrorItem } from 'sequelize';
import { type Awaitable, andThen, orThrow } from '../../foundation';
import { InvalidEntityError, type Violation } from '../../values';
import { ClassValidators } from '../models/class-validators';
import { columnViolation } from '../models/column-rules';
import type { DomainModel, Entity } from '../models/domain-model';
import {
  hasHooks,
  mayFillFields,
  mayFillValidated,
  runHooks,
  runHooksOfNew,
  VALIDATION_HOOKS,
  type WriteHook,
} from '../models/write-hooks';
import { previousValuesOf, valuesOf } from '../sequelize/instance';
import { validationError } from '../sequelize/validation';
import { inUnit } from '../unit-of-work/unit-of-work';
import { withRequired } from './required-columns';
import { type RowPlan, rowPlanOf } from './row-plan';
import type { FittedRow } from './send-rows';
import { writingCode } from './writing-code';

/** The options that `save` passes to hooks, and in a copy to the hooks of a validation. */
interface SaveOptions {
  readonly hooks: true;
  readonly validate: true;
  transaction?: Transaction;
  returning?: boolean;
  fields: string[];
  readonly defaultFields: readonly string[];
  skip?: readonly string[];
}

/**
 * An instance on its way to the database: the steps of Sequelize's `save` before and after the statement, with the same
 * hooks, in the same order and with the same arguments. The statement itself may have the rows of several instances.
 */
export class SavedInstance {
  readonly #model: DomainModel;
  readonly #plan: RowPlan;
  readonly #options: SaveOptions;
  /** The columns of a new row that hooks may fill. */
  readonly #unfilled: readonly string[];
  readonly #isNew: boolean;

  constructor(readonly row: Entity) {
    this.#model = row.constructor as DomainModel;
    this.#plan = rowPlanOf(this.#model);
    const { isNewRecord } = row;
    this.#unfilled = isNewRecord && mayFillFields(this.#model) ? this.#emptyColumns() : [];
    const fields = isNewRecord ? [...this.#plan.fields] : this.#changedFields();
    this.#options = { hooks: true, validate: true, fields, defaultFields: fields };
    if (isNewRecord) this.#options.returning = true;
    const { transaction } = inUnit(this.#model);
    if (transaction) this.#options.transaction = transaction;
    if (this.#unfilled.length > 0 && mayFillValidated(this.#model)) this.#options.skip = this.#unfilled;
    this.#isNew = isNewRecord;
  }

  /**
   * Validates the instance and runs the hooks before the statement.
   *
   * @returns the values to be stored, by field, without the version of an update; at once, unless domain code waits
   * @throws ValidationError, InvalidEntityError for values that the columns cannot hold, and the errors of hooks
   */
  before(): Awaitable<FittedRow> {
    this.#setTimestamps();
    const checked = orThrow(
      () => andThen(this.#validate(), () => (this.#isNew ? this.#beforeCreate() : this.#beforeUpdate())),
      (error) => this.#explained(error),
    );
    return andThen(checked, () => this.#fitted());
  }

  /** Reports the fields that hooks should have filled as required. */
  #explained(error: unknown): unknown {
    const missing = this.#unfilled.filter((name) => this.#isEmpty(name));
    return missing.length > 0 ? withRequired(error, missing) : error;
  }

  /** @param stored the values that are stored, with those that the database has generated */
  store(stored: FittedRow): void {
    const { row } = this;
    const values = valuesOf(row);
    for (const { name } of row.isNewRecord ? this.#plan.keys : []) {
      if (values[name] === stored[name]) continue;
      previousValuesOf(row)[name] = values[name];
      row.changed(name as never, true);
    }
    Object.assign(values, stored);
    row.isNewRecord = false;
  }

  /** Runs the hooks after the statement. */
  after(): Awaitable<void> {
    return andThen(this.#run(this.#isNew ? 'afterCreate' : 'afterUpdate'), () => this.#settle());
  }

  /** The stored values are the previous ones from now on. */
  #settle(): void {
    const { row } = this;
    const [values, previous] = [valuesOf(row), previousValuesOf(row)];
    for (const name of this.#options.fields) {
      previous[name] = values[name];
      row.changed(name as never, false);
    }
  }

  /** Sequelize's own `runHooks` sees what hooks change in a stored instance. */
  #run(hook: WriteHook, options: object = this.#options): Awaitable<unknown> {
    const run = this.#isNew ? runHooksOfNew : runHooks;
    return run(this.#model, hook, this.row, options);
  }

  #changedFields(): string[] {
    const { updatedAt, version } = this.#plan;
    const fields = (this.row.changed() || []).filter((name) => Object.hasOwn(this.#model.getAttributes(), name));
    for (const column of [updatedAt, version]) if (column && !fields.includes(column.name)) fields.push(column.name);
    return fields;
  }

  #setTimestamps(): void {
    const values = valuesOf(this.row);
    const { createdAt, updatedAt } = this.#plan;
    const now = new Date();
    if (updatedAt) values[updatedAt.name] = updatedAt.initial!(now);
    if (this.#isNew && createdAt && !values[createdAt.name]) values[createdAt.name] = createdAt.initial!(now);
  }

  #beforeCreate(): Awaitable<void> {
    if (!hasHooks(this.#model, 'beforeCreate')) return;
    // Sequelize validates a new row before this hook, and not again after it has changed the row.
    return andThen(this.#run('beforeCreate'), () => andThen(this.#errors(), throwErrors));
  }

  /** What the hook changes is validated and stored, too. Sequelize runs the hooks of the validation a second time. */
  async #beforeUpdate(): Promise<void> {
    const hasValidateHooks = hasHooks(this.#model, 'beforeValidate', 'afterValidate');
    const changed = hasHooks(this.#model, 'beforeUpdate') ? await this.#changedByHook() : [];
    if (changed.length === 0 && !hasValidateHooks) return;
    this.#options.skip = this.#plan.fields.filter((name) => !changed.includes(name));
    await this.#validate();
    delete this.#options.skip;
  }

  /** Runs the hook; returns the fields that it has changed. */
  async #changedByHook(): Promise<readonly string[]> {
    const { row } = this;
    const options = this.#options;
    const values = valuesOf(row);
    const before = new Map(options.fields.map((name) => [name, values[name]]));
    const ignored = new Set((row.changed() || []).filter((name) => !before.has(name)));
    await runHooks(this.#model, 'beforeUpdate', row, options);
    const changed = (row.changed() || []).filter(
      (name) => !ignored.has(name) && valuesOf(row)[name] !== before.get(name),
    );
    options.fields = [...new Set([...options.fields, ...changed])];
    return changed;
  }

  /** The steps of Sequelize's validation, with the compiled validators. */
  #validate(): Awaitable<unknown> {
    const model = this.#model;
    if (writingCode(model).isValidatedByItself) return this.row.validate(this.#options as object);
    const skip = this.#options.skip ?? this.#unwritten();
    if (hasHooks(model, ...VALIDATION_HOOKS)) return this.#validateWithHooks({ ...this.#options, skip });
    return andThen(this.#errors(skip), throwErrors);
  }

  async #validateWithHooks(options: SaveOptions & Required<Pick<SaveOptions, 'skip'>>): Promise<void> {
    await this.#run('beforeValidate', options);
    const errors = await this.#errors(options.skip);
    if (errors.length > 0) {
      const error = validationError(errors);
      const thrown = await runHooks(this.#model, 'validationFailed', this.row, options, error);
      throw (thrown as Error | undefined) ?? error;
    }
    await this.#run('afterValidate', options);
  }

  #unwritten(): readonly string[] {
    if (this.#isNew) return NONE;
    return this.#plan.fields.filter((name) => !this.#options.fields.includes(name));
  }

  #errors(skip: readonly string[] = NONE): Awaitable<ValidationErrorItem[]> {
    const { row } = this;
    const skipped = skip.length > 0 ? new Set(skip) : undefined;
    return ClassValidators.of(this.#model).allErrorsOf({ values: valuesOf(row), instance: row, skip: skipped });
  }

  /** The values to be stored, as their columns hold them; the instance has them, too. */
  #fitted(): FittedRow {
    const values = valuesOf(this.row);
    const violations: Violation[] = [];
    const stored: FittedRow = {};
    for (const name of this.#options.fields) {
      const column = this.#plan.byName.get(name);
      const value = values[name];
      if (!column || value === undefined) continue;
      const fitted = column.hold(value);
      if ('problem' in fitted) violations.push(columnViolation(name, fitted.problem, value));
      else {
        stored[name] = fitted.value;
        values[name] = fitted.value;
      }
    }
    if (violations.length > 0) throw new InvalidEntityError(violations);
    return stored;
  }

  #emptyColumns(): readonly string[] {
    return this.#plan.required.filter((name) => this.#isEmpty(name));
  }

  #isEmpty(name: string): boolean {
    return (this.row.getDataValue(name as never) ?? null) === null;
  }
}

const NONE: readonly string[] = [];

function throwErrors(errors: readonly ValidationErrorItem[]): void {
  if (errors.length > 0) throw validationError(errors);
}
