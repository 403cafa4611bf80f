/** A file of a `multipart/form-data` body. */
export class UploadedFile {
  /**
   * @param fileName   as sent by the client, without folders
   * @param mediaType  as sent by the client, not checked
   */
  constructor(
    readonly fileName: string,
    readonly mediaType: string,
    readonly content: Buffer,
  ) {}

  /** In bytes. */
  get size(): number {
    return this.content.length;
  }
}
