/** Stores the bytes of files in a folder or a bucket. It does not know what they contain. */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** undefined: there is no file with that name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deleting a file that does not exist is not an error. */
  delete(name: string): Promise<void>
}
