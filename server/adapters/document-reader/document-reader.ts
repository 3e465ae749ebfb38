import type { ReadableDocument, ReadValues } from '#contract/people/verification/readings.ts'

/** What a service saw in a picture: the values of the paper, or no such paper. The same picture gives the same answer again. */
export type DocumentReading = { state: 'read'; values: ReadValues } | { state: 'unreadable'; reason: string }

/** A service that reads licences and identity cards from pictures. */
export interface DocumentReader {
  /**
   * Sends a picture (JPEG, at most `DOCUMENT_PICTURE_BYTES_MAX`) and returns what was read; `at` is the time of the request. Throws
   * `GatewayRefusalError` if the account is refused and `GatewayOutcomeUnknownError` if there was no usable answer: asking again later may help.
   */
  read(kind: ReadableDocument, jpeg: Uint8Array, at: Date): Promise<DocumentReading>
}

/** The largest picture that is sent. The provider takes 7 MB in base64. */
export const DOCUMENT_PICTURE_BYTES_MAX = 5_000_000
