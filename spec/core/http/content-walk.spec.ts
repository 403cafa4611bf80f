import { ContentWalk, UnwritableContentError } from '../../../lib/core';

class Note {
  constructor(
    readonly noteText: string,
    readonly inNote?: unknown,
  ) {}
}

const written = (value: unknown) => new ContentWalk().write(value);

describe('A content walk', () => {
  it('converts instances, maps and sets at any depth', () => {
    const value = new Note('a', new Map([['camelKey', [new Set([new Note('b')])]]]));

    expect(written(value)).toEqual({
      note_text: 'a',
      in_note: { camelKey: [[{ note_text: 'b', in_note: undefined }]] },
    });
  });

  it.each([new Date(0), Buffer.from('a'), 'text', 7, 7n, null, undefined, true])(
    'leaves one value as it is: %p',
    (value) => {
      expect(written(value)).toBe(value);
    },
  );

  it('does not change plain content', () => {
    const once = written({ aMap: new Map([['camelKey', 1]]), itSays: { toJSON: () => ({ camelKey: { inIt: 1 } }) } });

    expect(once).toEqual({ a_map: { camelKey: 1 }, it_says: { camelKey: { inIt: 1 } } });
    expect(written(once)).toEqual(once);
  });

  it('converts a value that occurs twice', () => {
    const note = new Note('a');

    expect(written([note, { note }])).toEqual([{ note_text: 'a' }, { note: { note_text: 'a' } }]);
  });

  it('rejects a value that contains itself, naming the place', () => {
    const list: unknown[] = [];
    const note = new Note('a', new Map([['others', list]]));
    list.push('x', note);

    expect(() => written({ note })).toThrow(UnwritableContentError);
    expect(() => written({ note })).toThrow('The content contains itself at note.inNote.others[1]: ');
    expect(() => written(list)).toThrow('at [1].inNote.others: ');
  });
});
