import type { QuickRow } from '#contract/orders/quick-order/rows.ts'

/** A row on the page: as it was brought, what was chosen for it, and where it has gone. */
export interface DraftRow extends QuickRow {
  /** Chosen among the candidates. */
  skuId?: string
  /** Gone into the cart, or on to the order: kept in sight, and not taken twice. */
  taken?: 'cart' | 'order'
}

export interface Draft {
  text: string
  rows: DraftRow[]
}

const KEY = 'yanfeng.quick-order'
const EMPTY: Draft = { text: '', rows: [] }
/** Whoever has not logged in yet: his rows wait for him behind the login. */
export const GUEST = ''

/** Whose a draft is: a person's in a company. */
export const ownerOf = (user: { userId: string; enterpriseId: string } | undefined): string =>
  user ? `${user.userId}@${user.enterpriseId}` : GUEST

const isRow = (value: unknown): value is DraftRow =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'quantity'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string') &&
  Number.isInteger((value as Record<string, unknown>).rowNo)

/** What was brought and not ordered yet, in this tab: a reload or a login loses none of it. Of another person's nothing is shown. */
export function readDraft(owner: string): Draft {
  try {
    const { owner: whose, text, rows } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft> & { owner?: string }
    if (whose !== owner && whose !== GUEST) return EMPTY
    return { text: typeof text === 'string' ? text : '', rows: Array.isArray(rows) ? rows.filter(isRow) : [] }
  } catch {
    return EMPTY
  }
}

/** Keeps a draft under the name of who made it. A storage that is full or shut keeps none, and the page goes on without. */
export function writeDraft(owner: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.rows.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, ...draft }))
  } catch {
    console.warn('the rows of the quick order are kept on this page only')
  }
}
