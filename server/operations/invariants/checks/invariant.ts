/** Something that is true of every healthy mall. Its statement finds the rows of which it is not. */
export interface Invariant {
  id: string
  promise: string
  /** Reads only; returns the breaches, each as one text. */
  sql: string
}
