import type { Sequelize, Transaction, TransactionOptions } from 'sequelize';
import { type InstanceOptions, optionsOf } from '../sequelize/sequelize-instance';
import type { DomainSequelize } from '../statements/domain-sequelize';

/** The methods of a Sequelize instance that all its statements and transactions pass. */
interface Entrances {
  query: (sql: never, options?: object) => Promise<unknown>;
  transaction: (options?: TransactionOptions | Work, work?: Work) => Promise<unknown>;
}

type Work = (transaction: Transaction) => Promise<unknown>;

const ENTRANCES = ['query', 'transaction'] as const;

/**
 * The Sequelize instances of other code that send their statements through the data source, because it uses models of
 * theirs.
 *
 * So a transaction includes all models of an instance, and its raw statements, whichever of the two begins it. The models
 * that are not part of the domain stay as they are: nothing is checked, and they have neither routes nor tables here.
 */
export class JoinedInstances {
  /** The members that each instance had, and the users that need it. */
  readonly #joined = new Map<Sequelize, { readonly restore: () => void; readonly users: Set<object> }>();

  constructor(private readonly target: DomainSequelize) {}

  has(instance: Sequelize): boolean {
    return this.#joined.has(instance);
  }

  join(instance: Sequelize, user: object): void {
    const known = this.#joined.get(instance);
    if (known) known.users.add(user);
    else this.#joined.set(instance, { restore: this.#redirect(instance), users: new Set([user]) });
  }

  /** Restores the instances that nobody else uses. */
  release(user: object): void {
    for (const [instance, { restore, users }] of this.#joined) {
      if (!users.delete(user) || users.size > 0) continue;
      restore();
      this.#joined.delete(instance);
    }
  }

  #redirect(instance: Sequelize): () => void {
    const before = ENTRANCES.map((name) => [name, Object.getOwnPropertyDescriptor(instance, name)] as const);
    Object.assign(instance, entrancesTo(this.target, optionsOf(instance)));
    return () => {
      for (const [name, member] of before) {
        if (member) Object.defineProperty(instance, name, member);
        else Reflect.deleteProperty(instance, name);
      }
    };
  }
}

function entrancesTo(target: DomainSequelize, options: InstanceOptions): Entrances {
  const entrances = target as Entrances;
  return {
    query: (sql, given) =>
      entrances.query(sql, { logging: options.logging, benchmark: options.benchmark, ...options.query, ...given }),
    transaction: (given, work) => {
      const defaults = options.isolationLevel ? { isolationLevel: options.isolationLevel } : {};
      const [begun, callback] = typeof given === 'function' ? [undefined, given] : [given, work];
      return entrances.transaction({ ...defaults, ...begun }, callback);
    },
  };
}
