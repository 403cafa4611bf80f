import Joi from 'joi';
import type { Serializer } from '../http/serializer';
import type { ConfigurationKeys } from './configuration';

/** The name of a shipped serializer or `module:ExportName`; in code also a serializer instance. */
export type SerializerSetting = { readonly class: string } | Serializer;

/** Limits on requests and connections: sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly body: number;
  readonly upload: number;
  readonly url: number;
  readonly headers: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly deadlineMs: number;
  readonly responseTimeoutMs: number;
  readonly handshakeTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How many requests that need the database are worked on at a time: learned, between these bounds. */
  readonly concurrency: 'off' | { readonly min: number; readonly max: number };
  readonly queueMs: number;
}

const bytes = Joi.number().integer().positive();
const milliseconds = Joi.number().integer().min(0);

/** The keys of the container that applications inherit. */
export function contentKeys(): ConfigurationKeys {
  return {
    defaultMediaType: Joi.string()
      .lowercase()
      .pattern(/^[^\s/;]+\/[^\s/;]+$/, 'a media type')
      .required(),
    serializers: Joi.object().pattern(Joi.string().lowercase(), serializer()),
    limits: Joi.object({
      body: bytes,
      upload: bytes,
      url: bytes,
      headers: bytes,
      headersTimeoutMs: milliseconds,
      requestTimeoutMs: milliseconds,
      deadlineMs: milliseconds,
      responseTimeoutMs: milliseconds,
      handshakeTimeoutMs: milliseconds.positive(),
      keepAliveTimeoutMs: milliseconds,
      concurrency: Joi.object({
        min: Joi.number().integer().positive(),
        max: Joi.number().integer().min(Joi.ref('min')),
      }).allow('off'),
      queueMs: milliseconds,
    }),
  };
}

function serializer(): Joi.Schema {
  const isSerializer = (value: Partial<Serializer>) =>
    typeof value.read === 'function' || typeof value.write === 'function';
  const instance = Joi.any().custom((value, { error }) => (isSerializer(value) ? value : error('any.invalid')));
  return Joi.alternatives(Joi.object({ class: Joi.string().required() }), instance).messages({
    'alternatives.match': '{{#label}} must have a class: a shipped name or module:ExportName',
  });
}
