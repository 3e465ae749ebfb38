import { parseQuickOrderText } from '#contract/orders/quick-order/rows.ts'
import { readQuickOrderDraft, saveQuickOrderDraft } from './draft.ts'
import { appendRowsUpToLimit } from './quick-view.ts'

/** Adds text that was pasted on another page to the rows of the quick order. Rows that do not fit stay in the text field. */
export function appendTextToQuickOrderDraft(owner: string, text: string): void {
  const draft = readQuickOrderDraft(owner)
  const { left, ...added } = appendRowsUpToLimit(draft, parseQuickOrderText(text))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  saveQuickOrderDraft(owner, { ...added, text: left > 0 ? lines.slice(-left).join('\n') : draft.text })
}
