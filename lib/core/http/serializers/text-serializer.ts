import type { MediaType } from '../media-type';
import type { ContentShape, Serializer } from '../serializer';
import { readText } from '../text-content';

/** Plain text: strings unchanged, anything else as JSON. */
export class TextSerializer implements Serializer {
  readonly shapes: readonly ContentShape[] = ['text'];

  read(bytes: Buffer, mediaType: MediaType): string {
    return readText(bytes, mediaType);
  }

  write(content: unknown): string {
    return typeof content === 'string' ? content : (JSON.stringify(content, null, 2) ?? '');
  }
}
