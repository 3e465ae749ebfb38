/** Where the bytes of files lie: a folder, or a bucket. Knows nothing of what they are. */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** undefined: there is none of that name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>
}
