/** A file of a `multipart/form-data` body. */
export class UploadedFile {
  /**
   * @param fileName   as the client names it, without folders
   * @param mediaType  as the client says, unchecked
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
