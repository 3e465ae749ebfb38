import type { QuickOrderRowInput, SkippedQuickOrderLine } from '#contract/orders/quick-order/rows.ts'

/** A row on the page: the input, the chosen SKU, and whether it was ordered. */
export interface QuickOrderDraftRow extends QuickOrderRowInput {
  /** The SKU that was chosen among the candidates. */
  skuId?: string
  /** Added to the cart or ordered. It stays visible and is not added twice. */
  taken?: 'cart' | 'order'
}

export interface QuickOrderDraft {
  text: string
  rows: QuickOrderDraftRow[]
  /** Lines that were set aside. */
  notes: SkippedQuickOrderLine[]
}

const KEY = 'yanfeng.quick-order'
const EMPTY: QuickOrderDraft = { text: '', rows: [], notes: [] }
/** The owner of a guest's draft. His rows are kept until after the login. */
export const GUEST_DRAFT_OWNER = ''

/** The owner of a draft: a person in an enterprise. */
export const toDraftOwnerKey = (user: { userId: string; enterpriseId: string } | undefined): string =>
  user ? `${user.userId}@${user.enterpriseId}` : GUEST_DRAFT_OWNER

const isRow = (value: unknown): value is QuickOrderDraftRow =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'quantity'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string') &&
  Number.isInteger((value as Record<string, unknown>).rowNo)

const isNote = (value: unknown): value is SkippedQuickOrderLine =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Record<string, unknown>).text === 'string' &&
  Number.isInteger((value as Record<string, unknown>).rowNo)

/** The rows that were not ordered yet, of this tab: a reload or a login keeps them. The draft of another person is ignored. */
export function readQuickOrderDraft(owner: string): QuickOrderDraft {
  try {
    const {
      owner: whose,
      text,
      rows,
      notes,
    } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<QuickOrderDraft> & { owner?: string }
    if (whose !== owner && whose !== GUEST_DRAFT_OWNER) return EMPTY
    return {
      text: typeof text === 'string' ? text : '',
      rows: Array.isArray(rows) ? rows.filter(isRow) : [],
      notes: Array.isArray(notes) ? notes.filter(isNote) : [],
    }
  } catch {
    return EMPTY
  }
}

/** Stores a draft with its owner. If the storage is full or blocked, nothing is stored, and the page continues to work. */
export function saveQuickOrderDraft(owner: string, draft: QuickOrderDraft): void {
  try {
    if (draft.text === '' && draft.rows.length === 0 && draft.notes.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, ...draft }))
  } catch {
    console.warn('the rows of the quick order are kept on this page only')
  }
}
