import { Application, Generated, type Request, Resource, type Response } from '../../lib';
import { type MatrixMember, permissionMatrix } from '../../lib/rest';
import { Note, Patient, WARD } from '../support/domain/ward';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Resource(Patient)
class PatientResource extends Generated(Patient) {
  async createPatient(request: Request, response: Response): Promise<void> {
    const patient = request.getContentAs(Patient);
    patient.name = patient.name.toUpperCase();
    response.setStatus(201).setContent(await patient.save());
  }

  async full(request: Request): Promise<object> {
    const patient = await Patient.findByPk(request.getParameter('id')!, { include: [Note] });
    return { patient, first: patient!.notes[0] };
  }

  change(request: Request, response: Response): unknown {
    return super.updatePatient(request, response);
  }
}

class WardApplication extends Application {
  override defineRoutes(): void {
    const patients = this.resource(PatientResource);
    patients.builder('{id}/full').action('GET', 'full');
    patients.builder('{id}/changes').action('POST', 'change');
  }
}

let doctor: number;
let nurse: number;
let patient: number;

const names = ['patient.get', 'patient.post', 'patient.put', 'nurse.get', 'notes.get', 'notes.post'];
const everything = holding(...names, 'weight.read', 'ward.write', 'doctor_id.read', 'author.all');
const PAYLOAD = { ward: 'W', weight: 80, max_weight: 100, notes: [{ text: 'well', author: 'Eve' }] };

const create = async (path: string, body: unknown): Promise<number> => {
  const response = await served.request('POST', path, body, everything);
  expect(response.status).toBe(201);
  return (response.body as { id: number }).id;
};
const ask = (method: string, path: string, body: unknown, ...permissions: string[]): Promise<ApiResponse> =>
  served.request(method, path, body, holding(...permissions));

const served = useServed(WARD, {
  Class: WardApplication,
  resources: [PatientResource],
  authenticators: [namedByHeader],
  authorizer: permittedByName,
});

beforeAll(async () => {
  doctor = await create('/doctors', { name: 'Who' });
  nurse = await create('/nurses', { name: 'Joy' });
});

beforeEach(async () => {
  const { ward, weight, max_weight, notes } = PAYLOAD;
  patient = await create('/patients', { name: 'Ada', ward, weight, max_weight, doctor_id: doctor });
  await create(`/patients/${patient}/notes`, notes[0]);
});

describe('An embedded collection', () => {
  it('is omitted for a principal that may not GET it, together with fields that it may not read', async () => {
    const [without, some, all] = [
      await ask('GET', `/patients/${patient}`, undefined, 'patient.get'),
      await ask('GET', `/patients/${patient}`, undefined, 'patient.get', 'notes.get'),
      await served.request('GET', `/patients/${patient}`, undefined, everything),
    ];

    expect(without.body).not.toHaveProperty('notes');
    expect(some.body.notes).toEqual([expect.objectContaining({ text: 'well' })]);
    expect(some.body.notes[0]).not.toHaveProperty('author');
    expect(all.body.notes[0].author).toBe('Eve');
  });

  it('is in the responses to a list, a page and several ids', async () => {
    for (const path of ['/patients', '/patients?page=1', `/patients/${patient},424242`]) {
      const { body } = await ask('GET', path, undefined, 'patient.get');
      const [first] = Array.isArray(body) ? body : body.data;
      expect(Object.keys(first)).toEqual(['id', 'name', 'max_weight', 'ward', 'created_at', 'updated_at']);
    }
  });
});

describe('A reference whose foreign key may not be read', () => {
  it.each(['expand=doctor', 'include=doctor', 'include=doctor.name', 'doctor.name=Who', 'doctor.name[like]=*'])(
    'discloses no more than the key: ?%s',
    async (query) => {
      const { status, body } = await ask('GET', `/patients?${query}`, undefined, 'patient.get');

      expect(status).toBe(403);
      expect(body.detail).toContain('"doctor_id.read"');
      expect((await ask('GET', `/patients?${query}`, undefined, 'patient.get', 'doctor_id.read')).status).toBe(200);
    },
  );
});

describe('The permission matrix', () => {
  it('contains the permissions of references and of the arguments of actions', () => {
    const rows = permissionMatrix(served.application.routes, served.application.registry);
    const needs = (route: string, members: 'readable' | 'writable', name: string) => {
      const row = rows.find(({ method, path }) => `${method} ${path}` === route);
      return row?.[members]?.find((member: MatrixMember) => member.name === name)?.permissions;
    };

    expect(needs('GET /patients/{id}', 'readable', 'doctor{}')).toEqual(['doctor_id.read']);
    expect(needs('PUT /patients/{id}/hand_over', 'writable', 'nurse')).toEqual(['nurse.get']);
  });
});

describe('An error response', () => {
  it('contains no stored value that the request may not read, even if a rule compares it', async () => {
    const body = { max_weight: 10 };

    const blind = await ask('PUT', `/patients/${patient}`, body, 'patient.put', 'patient.get');
    const seeing = await ask('PUT', `/patients/${patient}`, body, 'patient.put', 'patient.get', 'weight.read');

    const error = { field: 'weight', message: 'must be less than or equal to max_weight' };
    expect(blind).toMatchObject({ status: 422, body: { field_errors: [error] } });
    expect(blind.body.field_errors).toEqual([error]);
    expect(seeing.body.field_errors).toEqual([{ ...error, invalid_value: 80 }]);
  });

  it('contains no such value that an action has set', async () => {
    const blind = await ask('PUT', `/patients/${patient}/fatten`, undefined, 'patient.put', 'patient.get');
    const seeing = await served.request('PUT', `/patients/${patient}/fatten`, undefined, everything);

    expect(blind.body.field_errors).toEqual([{ field: 'weight', message: expect.any(String) }]);
    expect(seeing.body.field_errors).toEqual([expect.objectContaining({ field: 'weight', invalid_value: 1080 })]);
  });

  it('contains no such value of a nested element, or of an entity that may only be written', async () => {
    const notes = [{ text: 7, author: 8 }];
    const body = { name: 'Eve', ward: 'W', notes };
    const post = ['patient.post', 'ward.write', 'notes.post', 'author.all'];

    const blind = await ask('POST', '/patients', body, ...post, 'patient.get');
    const seeing = await served.request('POST', '/patients', body, everything);
    const own = await ask('PUT', `/patients/${patient}`, { name: 7 }, 'patient.put');

    expect(blind.body.field_errors.map(({ field }: { field: string }) => field)).toEqual([
      'notes[0].text',
      'notes[0].author',
    ]);
    for (const error of [...blind.body.field_errors, ...own.body.field_errors])
      expect(error).not.toHaveProperty('invalid_value');
    expect(seeing.body.field_errors[0].invalid_value).toBe(7);
  });

  it('names a required field that the request may not write like any other', async () => {
    const missing = await ask('POST', '/patients', { name: 'Eve' }, 'patient.post');
    const named = await ask('POST', '/patients', { name: 'Eve', ward: 'W' }, 'patient.post');

    expect(missing).toMatchObject({ status: 422, body: { field_errors: [{ field: 'ward', message: 'is required' }] } });
    expect(named.status).toBe(403);
  });
});

describe('A principal that may write an entity and not read it', () => {
  it('cannot guess stored values by sending values until one is accepted', async () => {
    const { body } = await served.request('GET', `/patients/${patient}`, undefined, everything);
    const guesses = [body.created_at, '2001-01-01T00:00:00.000Z'];

    const statements = await statementsOf(Patient as never, async () => {
      for (const created_at of guesses) {
        const { status, body: problem } = await ask('PUT', `/patients/${patient}`, { created_at }, 'patient.put');
        expect(status).toBe(403);
        expect(problem.detail).toBe('The field "created_at" requires the permission "patient.get".');
      }
    });

    expect(statements).toEqual([]);
    expect((await ask('PUT', `/patients/${patient}`, { id: patient, name: 'Eve' }, 'patient.put')).status).toBe(200);
  });
});

describe('An action', () => {
  it('requires the permission to read an entity that an argument names, whether it exists or not', async () => {
    const ask = (id: number, ...permissions: string[]) =>
      served.request(
        'PUT',
        `/patients/${patient}/hand_over`,
        { nurse: { id } },
        holding('patient.put', ...permissions),
      );

    const statements = await statementsOf(Patient as never, async () => {
      const [there, missing] = [await ask(nurse), await ask(424242)];
      expect([there.status, missing.status]).toEqual([403, 403]);
      expect(there.body.detail).toBe('The argument "nurse" requires the permission "nurse.get".');
      expect(missing.body.detail).toBe(there.body.detail);
    });

    expect(statements).toEqual([]);
    expect((await ask(nurse, 'nurse.get')).status).toBe(200);
  });

  it('returns the readable fields of entities, and only the keys of others', async () => {
    const path = `/patients/${patient}/hand_over`;

    const key = await ask('PUT', path, { nurse: { id: nurse } }, 'patient.put', 'nurse.get');
    const whole = await ask('PUT', path, { nurse: { id: nurse } }, 'patient.put', 'nurse.get', 'patient.get');

    expect(key.body).toMatchObject({ patient: { id: patient }, nurse: { id: nurse, name: 'Joy' } });
    expect(Object.keys(key.body.patient)).toEqual(['id']);
    expect(Object.keys(whole.body.patient)).toEqual(['id', 'name', 'max_weight', 'ward', 'created_at', 'updated_at']);
  });

  it('returns a child to principals that may read the collections leading to its class', async () => {
    const path = `/patients/${patient}/last_note`;

    const some = await ask('PUT', path, undefined, 'patient.put', 'patient.get');
    const more = await ask('PUT', path, undefined, 'patient.put', 'patient.get', 'notes.get');

    expect(Object.keys(some.body)).toEqual(['id']);
    expect(more.body).toMatchObject({ text: 'well' });
    expect(more.body).not.toHaveProperty('author');
  });
});

describe('A resource class with overrides', () => {
  it('keeps the permissions of the overridden routes', async () => {
    expect((await served.request('POST', '/patients', { name: 'Eve', ward: 'W' })).status).toBe(401);
    expect((await ask('POST', '/patients', { name: 'Eve', ward: 'W' }, 'patient.get')).status).toBe(403);
  });

  it('reads entities as a create of the request would: nested elements, references and fields included', async () => {
    const base = ['patient.post', 'patient.get', 'ward.write'];
    const body = { name: 'Eve', ward: 'W' };

    const nested = await ask('POST', '/patients', { ...body, notes: [{ text: 'ill' }] }, ...base);
    const field = await ask('POST', '/patients', body, 'patient.post', 'patient.get');
    const allowed = await ask('POST', '/patients', { ...body, notes: [{ text: 'ill' }] }, ...base, 'notes.post');

    expect(nested.body.detail).toBe('The element notes[0] requires the permissions "patient.get" and "notes.post".');
    expect(field.body.detail).toBe('The field "ward" requires the permission "ward.write".');
    expect(allowed).toMatchObject({ status: 201, body: { name: 'EVE' } });
  });

  it('returns only what the request may read, also inside plain objects', async () => {
    const path = `/patients/${patient}/full`;

    const none = await served.request('GET', path);
    const some = await ask('GET', path, undefined, 'patient.get');
    const all = await served.request('GET', path, undefined, everything);

    expect(none.body).toEqual({ patient: { id: patient }, first: { id: expect.any(Number) } });
    expect(Object.keys(some.body.patient)).toEqual(['id', 'name', 'max_weight', 'ward', 'created_at', 'updated_at']);
    expect(Object.keys(some.body.first)).toEqual(['id']);
    expect(all.body).toMatchObject({ patient: { weight: 80, notes: [{ author: 'Eve' }] }, first: { author: 'Eve' } });
  });

  it('cannot bypass permissions: a generated method requires those of its own route', async () => {
    const path = `/patients/${patient}/changes`;

    expect((await served.request('POST', path, { name: 'New' })).status).toBe(401);
    const rejected = await ask('POST', path, { name: 'New' }, 'patient.post');
    expect(rejected.body.detail).toBe('The generated method "updatePatient" requires the permission "patient.put".');
    expect((await ask('POST', path, { name: 'New' }, 'patient.put')).status).toBe(200);
  });
});
