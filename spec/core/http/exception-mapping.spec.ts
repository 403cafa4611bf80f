import { ConflictException, HttpException, NotFoundException, UnprocessableEntityException } from '../../../lib/core';
import { ExceptionMapping, type Translation } from '../../../lib/core/http/exception-mapping';

class DomainError extends Error {}
class StockError extends DomainError {}

function statusOf(translation: Translation): number | string {
  return 'handler' in translation ? 'handled' : translation.exception.status;
}

describe('addExceptionMapping', () => {
  it('applies to subclasses, of which the most specific wins', () => {
    const mapping = new ExceptionMapping();
    mapping.addMapping(StockError, ConflictException);
    mapping.addMapping(DomainError, NotFoundException);

    expect(statusOf(mapping.translate(new StockError('none left')))).toBe(409);
    expect(statusOf(mapping.translate(new DomainError('gone')))).toBe(404);
  });

  it('uses the message as the detail of a 4xx only', () => {
    const mapping = new ExceptionMapping();
    mapping.addMapping(StockError, UnprocessableEntityException);
    mapping.addMapping(DomainError, () => new HttpException(507, 'Insufficient Storage', 'made by hand'));

    expect(mapping.translate(new StockError('none left'))).toMatchObject({ exception: { message: 'none left' } });
    expect(mapping.translate(new DomainError('secret'))).toMatchObject({ exception: { message: 'made by hand' } });
  });

  it('looks up the cause of an unmapped error, even if causes are circular', () => {
    const mapping = new ExceptionMapping();
    mapping.addMapping(StockError, ConflictException);
    const circle = new TypeError('circle');
    circle.cause = new Error('inner', { cause: circle });

    expect(statusOf(mapping.translate(new TypeError('outer', { cause: new StockError('inner') })))).toBe(409);
    expect(statusOf(mapping.translate(circle))).toBe(500);
  });

  it('does not affect thrown exceptions if Error is mapped', () => {
    const mapping = new ExceptionMapping();
    mapping.addMapping(Error, ConflictException);

    expect(statusOf(mapping.translate(new NotFoundException()))).toBe(404);
    expect(statusOf(mapping.translate(new Error('x')))).toBe(409);
  });

  it.each([null, undefined, 'text', 7, Object.create(null)])('responds to a thrown %p with 500', (thrown) => {
    expect(statusOf(new ExceptionMapping().translate(thrown))).toBe(500);
  });
});

describe('addExceptionHandler', () => {
  it('wins over a mapping of the same class, but not over one of a subclass', () => {
    const mapping = new ExceptionMapping();
    mapping.addHandler(DomainError, () => undefined);
    mapping.addMapping(DomainError, ConflictException);
    mapping.addMapping(StockError, NotFoundException);

    expect(statusOf(mapping.translate(new DomainError('x')))).toBe('handled');
    expect(statusOf(mapping.translate(new StockError('x')))).toBe(404);
  });
});
