import { Column, DataType, HasMany, HasOne, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  Collection,
  ConflictException,
  type EntityId,
  Generated,
  Invariant,
  type Request,
  Resource,
  type Response,
} from '../../../lib';
import { Scope, Secure } from '../../../lib/security';
import { IntegerColumn, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

@Table({ tableName: 'yard_bikes' })
class Bike extends BaseDomain {
  @RequiredString(20) declare name: string;
  @RequiredKeyOf(() => Shed) declare shedId: EntityId;
}

@Table({ tableName: 'yard_sheds' })
class Shed extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Column(DataType.JSON) declare plan: unknown;
  @RequiredKeyOf(() => Yard) declare yardId: EntityId;
  @HasMany(() => Bike) declare bikes: Bike[];
}

@Table({ tableName: 'yard_gates' })
class Gate extends BaseDomain {
  @RequiredInteger declare width: number;
  @RequiredKeyOf(() => Yard) declare yardId: EntityId;
}

@Table({ tableName: 'yard_trees' })
export class Tree extends BaseDomain {
  @RequiredString(20) declare kind: string;
  @RequiredKeyOf(() => Yard) declare yardId: EntityId;
}

/** A user named `guest` sees its own yard only. */
@Scope((principal) => (principal?.name.includes('guest') ? { name: 'guest' } : undefined))
@AggregateRoot
@Table({ tableName: 'yards' })
class Yard extends BaseDomain {
  @RequiredString(20) declare name: string;
  @IntegerColumn declare visits: number | null;

  @Secure({ permissions: ['shed.write'], method: 'POST' })
  @Secure({ permissions: ['shed.write'], method: 'PUT' })
  @Secure({ permissions: ['shed.delete'], method: 'DELETE' })
  @HasMany(() => Shed)
  declare sheds: Shed[];

  @HasOne(() => Gate) declare gate: Gate | null;
  @Collection({ create: false, update: false, delete: false }) @HasMany(() => Tree) declare trees: Tree[];

  @Invariant('few-sheds', 'There are too many sheds.', { load: ['sheds'] })
  hasFewSheds(): boolean {
    return this.sheds.length <= 3;
  }

  @Action({ value: 'visit' })
  async visit(times: number): Promise<{ visits: number }> {
    if (times < 0) throw new ConflictException('Nobody visits less than never.');
    this.visits = (this.visits ?? 0) + times;
    return { visits: this.visits };
  }

  /** Writes with static methods. */
  @Action({ value: 'empty', path: 'sheds' })
  async empty(shed: Shed): Promise<void> {
    await Bike.destroy({ where: { shedId: shed.id } });
  }
}

@AggregateRoot({ concurrency: 'required', update: false, create: true, delete: true })
@Table({ tableName: 'strict_yards' })
class StrictYard extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @HasMany(() => StrictShed) declare sheds: StrictShed[];
}

@Table({ tableName: 'strict_sheds' })
class StrictShed extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @RequiredKeyOf(() => StrictYard) declare strictYardId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'lone_yards' })
class LoneYard extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@AggregateRoot({ update: false })
@Table({ tableName: 'closed_yards' })
class ClosedYard extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

export const yards = [Bike, Shed, Gate, Tree, Yard, StrictShed, StrictYard, LoneYard, ClosedYard];

@Resource(Yard)
export class YardResource extends Generated(Yard) {
  async createYardShedBike(request: Request, response: Response): Promise<unknown> {
    const { name } = request.getContent() as { readonly name: string };
    if (name === 'stolen') {
      response.setStatus(409).setContent({ detail: 'It is stolen.' });
      return undefined;
    }
    await super.createYardShedBike(request, response);
    return undefined;
  }
}

/** Rejects deletes with the header X-Hold. */
export class HeldYards extends Application {
  override addFilters(): void {
    this.addGuard({
      appliesTo: (route) => route?.method === 'DELETE',
      checkRequest({ headers }) {
        if (headers['x-hold'] !== undefined) throw new ConflictException('Deletes are on hold.');
        return undefined;
      },
    });
  }
}
