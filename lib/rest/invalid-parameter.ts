import { BadRequestException } from '../core';

const MAX_ECHO = 100;

/** 400 for a query parameter; the body has its name as `parameter`. */
export function invalidParameter(parameter: string, detail: string): BadRequestException {
  return new BadRequestException(detail, { extensions: { parameter } });
}

/** A value of the query in a message: in quotes, and cut after 100 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text);
}
