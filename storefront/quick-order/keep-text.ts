import { rowsOfText } from '../../contract/quick-order/rows.ts'
import { readDraft, writeDraft } from './draft.ts'
import { appended } from './quick-view.ts'

/** Adds what was pasted elsewhere to the rows of the quick order; what finds no room waits in its box. */
export function keepText(owner: string, text: string): void {
  const draft = readDraft(owner)
  const { rows, left } = appended(draft.rows, rowsOfText(text))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  writeDraft(owner, { rows, text: left > 0 ? lines.slice(-left).join('\n') : draft.text })
}
