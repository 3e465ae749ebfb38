/** Why a cell cannot be read, in words for people, and what was probably meant. */
export class CellFault {
  readonly reason: string
  readonly suggestion: string
  constructor(reason: string, suggestion = '') {
    this.reason = reason
    this.suggestion = suggestion
  }
}
