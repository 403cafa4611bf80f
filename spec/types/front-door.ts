/** Uses of the package that must, or must not, compile. Checked by `npm run check`, never run. */

import Joi from 'joi';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  Collection,
  Computed,
  Constraint,
  Duration,
  type EntityId,
  EntityKey,
  Generated,
  Hidden,
  Large,
  type Ref,
  type Request,
  Resource,
  type Response,
  Searchable,
} from 'koaggregate';
import { HasMany, Table } from 'sequelize-typescript';

@AggregateRoot
@Table
class Bare extends BaseDomain {
  @EntityKey declare code: string;
  @Searchable declare status: string;
  @Hidden declare notes: string;
  @Large declare story: string;
  @Duration('seconds') declare length: number;
  @Collection @HasMany(() => Called) declare parts: Called[];
  declare other: Ref<Called>;
}

@AggregateRoot({ delete: false, name: 'called' })
@Table
class Called extends BaseDomain {
  @EntityKey() declare code: string;
  @Searchable({ ignoreCase: true }) declare status: string;
  @Hidden() declare notes: string;
  @Large({ mediaTypeField: 'status' }) declare photo: Buffer;
  @Large({ mediaType: 'image/png' }) declare thumb: Buffer;
  @Collection({ nested: false, cascade: true, embed: true }) @HasMany(() => Bare) declare parts: Bare[];
}

class Acting extends Bare {
  @Action({ value: 'close' }) close(reason: string): string {
    return reason;
  }
  @Action({ value: 'label', path: 'parts', optional: ['size'], schema: Joi.object({ texts: Joi.array() }) })
  label(part: Called, texts: string[], size?: number): unknown {
    return [part, texts, size];
  }
  // @ts-expect-error: an action needs a name
  @Action({ path: 'parts' }) nameless(part: Called): Called {
    return part;
  }
  // @ts-expect-error: the schema must be a Joi schema
  @Action({ value: 'lose', schema: { texts: 'array' } }) lose(texts: string[]): string[] {
    return texts;
  }
}

// @ts-expect-error: a flag must be a boolean
@AggregateRoot({ delete: 'no' })
@Table
class WrongFlag extends BaseDomain {}

class WrongOptions extends BaseDomain {
  // @ts-expect-error: unknown option
  @Collection({ write: false }) declare parts: Bare[];
  // @ts-expect-error: the unit must be seconds or milliseconds
  @Duration('minutes') declare length: number;
  // @ts-expect-error: unknown option
  @Searchable({ caseless: true }) declare status: string;
  // @ts-expect-error: unknown option
  @Large({ mediatype: 'image/png' }) declare photo: Buffer;
  // @ts-expect-error: mediaType and mediaTypeField exclude each other
  @Large({ mediaType: 'image/png', mediaTypeField: 'status' }) declare scan: Buffer;
}

// @ts-expect-error: a field decorator cannot mark a class
@Hidden()
class Marked extends BaseDomain {}

export async function activeRecord(id: EntityId): Promise<Bare[]> {
  const found: Bare | null = await Bare.findById(id);
  const first: Bare | null = await Bare.first({ status: 'open' });
  const one: Bare = await Bare.one({ code: 'A' });
  const exists: boolean = await Bare.exists();
  const result: number = await Bare.unitOfWork(async () => 7);
  // @ts-expect-error: an entity of another class
  const wrong: Called = await Bare.one({ code: 'A' });
  const updated: Bare = await one.updateAttributes({ status: exists ? 'open' : String(result) });
  return [found, first, updated, wrong as unknown as Bare].filter((entity) => entity !== null);
}

class Ticket extends BaseDomain {
  @Constraint(Joi.string().email()) declare mail: string;
  close(reason: string): string {
    return reason;
  }
}

@Constraint(Joi.object().and('mail', 'code'))
class Constrained extends BaseDomain {
  // @ts-expect-error: a rule must be a Joi schema
  @Constraint(/^a/) declare code: string;
}

@Resource(Ticket)
class TicketResource extends Generated(Ticket) {
  async createTicket(request: Request, response: Response): Promise<unknown> {
    return super.createTicket(request, response);
  }
  closeTicket(request: Request, response: Response): unknown {
    return super.closeTicket(request, response);
  }
  created(count: number): number {
    return count;
  }
  // @ts-expect-error: a generated method needs a request and a response
  readTicket(id: number): number {
    return id;
  }
  invoice(request: Request, response: Response): unknown {
    // @ts-expect-error: unknown generated method
    return super.invoice(request, response);
  }
}

// @ts-expect-error: there is no root of that form
@Resource('Ticket')
class WrongRoot {}

export class TypedApplication extends Application {
  override defineRoutes(): void {
    const tickets = this.resource(TicketResource);
    tickets.builder('{id}/invoice').action('GET', 'invoice');
    // @ts-expect-error: unknown method
    tickets.builder('{id}/refund').action('GET', 'refund');
  }

  override registerPlugins(): void {
    this.registerPlugin({ init: (application) => void application.name, destroy: () => undefined });
    // @ts-expect-error: a plugin needs destroy()
    this.registerPlugin({ init: () => undefined });
  }
}

export const classes = [Acting, Constrained, WrongRoot, WrongFlag, WrongOptions, Marked];

@AggregateRoot
@Table
class Reckoned extends BaseDomain {
  declare firstName: string;
  declare lastName: string;

  @Computed
  get bare(): string {
    return this.firstName;
  }

  @Computed()
  get called(): string {
    return this.firstName;
  }

  @Computed({ type: String })
  get typed(): string | null {
    return this.lastName;
  }

  @Computed({ from: ['firstName', 'lastName'] })
  get fullName(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  set fullName(name: string) {
    [this.firstName, this.lastName] = name.split(' ') as [string, string];
  }

  // @ts-expect-error: unknown field
  @Computed({ from: ['firstNmae'] })
  get misread(): string {
    return this.firstName;
  }

  // @ts-expect-error: names must be in an array
  @Computed({ from: 'firstName' })
  get unlisted(): string {
    return this.firstName;
  }
}

export const reckoned: Promise<Reckoned> = Reckoned.create({ fullName: 'Ada King' });
