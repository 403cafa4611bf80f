import { CORE_SCHEMA, defineScalarTag, dump, floatCoreTag, intCoreTag, load, NOT_RESOLVED } from 'js-yaml';
import { type ExactNumber, exactNumber } from '../../../values';
import { checkContent, MAX_LEVELS } from '../check-content';
import { BadRequestException } from '../exceptions';
import type { ItemShape } from '../item-shape';
import type { MediaType } from '../media-type';
import type { Serializer } from '../serializer';
import { readText } from '../text-content';
import { countYamlElements } from './yaml-items';

type ScalarTag = typeof intCoreTag;

/** YAML 1.2 without aliases. Numbers that a double cannot represent are read as `ExactNumber`, as in JSON. */
export class YamlSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    const content = parse(readText(bytes, mediaType));
    checkContent(content);
    return content;
  }

  /** @internal */
  countItems(bytes: Buffer, mediaType: MediaType, { elements }: ItemShape): number {
    return elements ? countYamlElements(readText(bytes, mediaType)) : 0;
  }

  write(content: unknown): string {
    return dump(JSON.parse(JSON.stringify(content) ?? 'null'));
  }
}

const SCHEMA = CORE_SCHEMA.withTags(exact(intCoreTag), exact(floatCoreTag));

function parse(text: string): unknown {
  try {
    return load(text, { schema: SCHEMA, maxAliases: 0, maxDepth: MAX_LEVELS });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new BadRequestException(`The body is not valid YAML: ${reason}.`, { cause });
  }
}

/** Resolves numbers exactly; `.inf` and `.nan`, which JSON cannot express, are read as text. */
function exact(tag: ScalarTag): ScalarTag {
  const resolve: Resolve = (source, ...rest) => {
    const value = tag.resolve(source, ...rest);
    if (typeof value !== 'number' || /^[+-]?0[xo]/.test(source)) return value;
    return /\d/.test(source) ? exactNumber(source.replace(/^\+/, '')) : NOT_RESOLVED;
  };
  return defineScalarTag(tag.tagName, { ...tag, resolve }) as ScalarTag;
}

type Resolve = (source: string, isExplicit: boolean, tagName: string) => number | ExactNumber | typeof NOT_RESOLVED;
