import {
  AfterValidate,
  BeforeSave,
  BeforeUpdate,
  BeforeValidate,
  Column,
  DataType,
  Default,
  Min,
  Table,
  Validate,
} from 'sequelize-typescript';
import { IntegerColumn, RequiredString, StringColumn } from '../columns';
import type { Base, Note, SheetOn } from './sides';

const SHEETS = { tableName: 'sheets', version: true };

/**
 * The columns that the classes below have beside a title. They have no built-in validators, with which a route would
 * validate the payload in an instance of its own.
 */
function columnsOn(base: Base) {
  class Columns extends base {
    @StringColumn(40) declare heading: string | null;
    @StringColumn(40) declare footer: string | null;
  }
  return Columns;
}

/** Hooks set fields at each stage. What is set after the validation of an update is not stored. */
function settingHooks(base: Base) {
  @Table(SHEETS)
  class Sheet extends columnsOn(base) {
    @RequiredString(20) declare title: string;
    @Min(1) @IntegerColumn declare pages: number | null;

    @BeforeValidate static fill(row: Sheet): void {
      if (row.isNewRecord) row.heading ??= `${row.title}?`;
    }
    @AfterValidate static overwrite(row: Sheet): void {
      if (row.title === 'late') row.heading = 'set after the validation';
    }
    @BeforeUpdate static makeInvalid(row: Sheet): void {
      if (row.title === 'invalid') row.pages = 0;
    }
    @BeforeSave static close(row: Sheet): void {
      row.footer = `${row.title}!`;
    }
  }
  return Sheet;
}

function setters(base: Base, note: Note) {
  @Table(SHEETS)
  class Sheet extends base {
    @StringColumn(40) declare footer: string | null;

    @Column({
      type: DataType.STRING(20),
      set(this: Base['prototype'], value: string) {
        note(`sets the title ${value}`);
        this.setDataValue('title', value.trim());
      },
    })
    declare title: string;

    @Column(DataType.STRING(40))
    get heading(): string | null {
      return `<${this.getDataValue('heading')}>`;
    }
    set heading(value: string | null) {
      note(`sets the heading ${value}`);
      this.setDataValue('heading', value?.toUpperCase());
      this.setDataValue('footer', 'by the setter of another');
    }
  }
  return Sheet;
}

/** Each kind of validator that Sequelize has, by function. */
function validators(base: Base, note: Note) {
  const check = (kind: string, title: string) => {
    note(`${kind} validates ${title}`);
    if (title === 'invalid') throw new Error(`rejected by ${kind}`);
  };
  @Table({
    ...SHEETS,
    validate: {
      whole(this: Sheet) {
        check('whole', this.title);
      },
      async slowly(this: Sheet) {
        await new Promise(setImmediate);
        check('slowly', this.title);
      },
    },
  })
  class Sheet extends columnsOn(base) {
    @Validate({
      ofColumn: (title: string) => check('ofColumn', title),
      ofColumnLater: async (title: string) => check('ofColumnLater', title),
      byCallback: (title: string, done: (problem?: string) => void) => {
        note(`byCallback validates ${title}`);
        done(title === 'invalid' ? 'rejected by callback' : undefined);
      },
    })
    @RequiredString(20)
    declare title: string;
  }
  return Sheet;
}

function defaults(base: Base, note: Note) {
  @Table(SHEETS)
  class Sheet extends base {
    @RequiredString(20) declare title: string;
    @Default(7) @IntegerColumn declare pages: number | null;
    @Default('last') @StringColumn(40) declare footer: string | null;

    @Default((...args: unknown[]) => {
      note(`a default with ${args.length} arguments`);
      return 'made';
    })
    @StringColumn(40)
    declare heading: string | null;
  }
  return Sheet;
}

function constructed(base: Base, note: Note) {
  @Table(SHEETS)
  class Sheet extends columnsOn(base) {
    @RequiredString(20) declare title: string;
    memo = 'a field of the class';

    constructor(...args: ConstructorParameters<Base>) {
      super(...args);
      if (!this.isNewRecord) return;
      note(`constructs with ${this.memo}`);
      this.heading = 'by the constructor';
    }
    @BeforeSave static keep(row: Sheet): void {
      row.footer = row.memo;
    }
  }
  return Sheet;
}

function overriding(base: Base, note: Note) {
  @Table(SHEETS)
  class Sheet extends columnsOn(base) {
    @RequiredString(20) declare title: string;

    override async save(...args: [never]): Promise<this> {
      note(`saves with ${args.length} argument, new: ${this.isNewRecord}`);
      this.heading = 'by save';
      return super.save(...args);
    }
    override async validate(...args: [never]): Promise<void> {
      note(`validates with ${args.length} argument`);
      await super.validate(...args);
      if (this.title === 'invalid') throw new Error('rejected by validate');
    }
    override set(key: never, value?: never, options?: never): this {
      const { raw } = ((typeof key === 'string' ? options : value) ?? {}) as { readonly raw?: boolean };
      // A row that is read is set too, as often as it is read.
      if (!raw) note(`sets ${typeof key === 'string' ? key : Object.keys(key)}`);
      return super.set(key, value, options);
    }
  }
  return Sheet;
}

/** Classes with each kind of code that takes part in writes. Each rejects an update to the title `invalid`, if it validates. */
export const CODED: Readonly<Record<string, SheetOn>> = {
  'hooks that set fields': settingHooks,
  'setters of columns': setters,
  validators,
  defaults,
  'a constructor': constructed,
  'overridden methods': overriding,
};
