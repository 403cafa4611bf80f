import Joi from 'joi';
import { ApplicationConfiguration, type ConfigurationKeys } from 'koaggregate/core';

/** `config/bookshelf.yml`: adds a key to those of every application. */
export class BookshelfConfiguration extends ApplicationConfiguration {
  declare readonly capacity: number;

  static override keys(): ConfigurationKeys {
    return { ...super.keys(), capacity: Joi.number().integer().positive().required() };
  }
}
