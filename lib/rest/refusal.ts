import { BadRequestException } from '../core';

const MAX_ECHO = 100;

/** 400 for a parameter of the query: the sentence names what is wrong with it, the body the parameter. */
export function refusal(parameter: string, sentence: string): BadRequestException {
  return new BadRequestException(sentence, { extensions: { parameter } });
}

/** A value of the query in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text);
}
