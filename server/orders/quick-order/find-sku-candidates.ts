import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { parseOrderAmount } from '#contract/orders/quick-order/chat/amounts.ts'
import { findCrossReferenceHits, findSkuCandidates, findSkuIdsByCode } from '#server/catalog/goods/public.ts'
import { findSkuIdsByMaterialCode } from '#server/catalog/materials/public.ts'
import { computeKeywordVariants, readSynonymsAndRedirectOfKeyword } from '#server/catalog/search-words/public.ts'
import { listSkuPurchasesSince } from '#server/orders/orders/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { addCrossReferences, NOTHING_FOUND, type OwnQuickOrderRowCandidates, type QuickOrderRowCandidates } from './add-cross-references.ts'
import { chooseSkusForChatLine } from './chat/choose-sku.ts'
import { normaliseForTokens, parseChatLineTokens } from './chat/line-tokens.ts'

/** A row as it was typed, or with the SKU that the buyer has chosen. */
export interface QuickOrderRow {
  code: string
  quantity: string
  skuId?: string | undefined
}

const YEAR_MS = 365 * 86_400_000
/** How many of the SKUs that an enterprise has ordered in a year are known. */
const PURCHASES_MAX = 500

/** The SKUs that an enterprise has ordered in the last year, the last first. */
async function listBought(db: Db, { now }: Moment, enterpriseId: string): Promise<string[]> {
  const bought = await listSkuPurchasesSince(db, enterpriseId, { since: new Date(now.getTime() - YEAR_MS), limit: PURCHASES_MAX })
  return bought.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime()).map(({ skuId }) => skuId)
}

const toKey = ({ code, quantity }: QuickOrderRow): string => JSON.stringify([code, quantity])

/** Chooses SKUs by the words of rows. A fixed number of statements; none without rows. */
async function chooseByWords(
  db: Db,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly QuickOrderRow[] },
): Promise<Map<string, QuickOrderRowCandidates>> {
  if (rows.length === 0) return new Map()
  const distinct = [...new Set(rows.map(({ code }) => code))]
  // One statement reads the synonyms of all texts: those of which any text has a term.
  const { synonyms } = await readSynonymsAndRedirectOfKeyword(db, distinct.map(normaliseForTokens).join('\n'))
  const texts = distinct.map((text) => {
    const { whole, codes } = parseChatLineTokens(text)
    return {
      text,
      variants: computeKeywordVariants(normaliseForTokens(text), synonyms),
      codes: [...new Set([...(whole === undefined ? [] : [whole]), ...codes])],
    }
  })
  const found = await findSkuCandidates(db, texts)
  const bought = await listBought(db, moment, enterpriseId)
  const known = new Set(bought)
  const variantsOf = new Map(texts.map(({ text, variants }) => [text, variants]))
  return new Map(
    rows.map((row) => {
      const candidates = found.get(row.code)
      if (!candidates) return [toKey(row), NOTHING_FOUND]
      const line = { text: row.code, variants: variantsOf.get(row.code) ?? [], amount: parseOrderAmount(row.quantity) }
      const { skuIds, certain } = chooseSkusForChatLine(line, candidates, bought)
      const chosen = certain ? { certain: skuIds[0] ?? null } : { candidates: skuIds }
      return [toKey(row), { ...NOTHING_FOUND, ...chosen, bought: known }]
    }),
  )
}

/**
 * Finds the meaning of rows: the buyer's explicit choice, our whole part number, the buyer's material code, or the number of another maker. If
 * a number is one of ours and also of another SKU, both are candidates. Any other text is compared with the SKUs that have its words. The
 * number of statements does not depend on the number of rows.
 */
export async function findSkuCandidatesOfQuickOrderRows(
  db: Db,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly QuickOrderRow[] },
): Promise<QuickOrderRowCandidates[]> {
  const open = rows.filter(({ skuId, code }) => skuId === undefined && code !== '')
  const codes = open.map(({ code }) => code)
  const [ours, theirs, hits] = await awaitAllAndThrowFirstError(
    findSkuIdsByCode(db, codes),
    findSkuIdsByMaterialCode(db, enterpriseId, codes),
    findCrossReferenceHits(db, [...new Set(codes)]),
  )
  const numbered = (code: string) => [
    ...new Set([...(ours.get(normalisePartNumber(code)) ?? []), ...(theirs.get(normalisePartNumber(code)) ?? [])]),
  ]
  const worded = await chooseByWords(db, moment, { enterpriseId, rows: open.filter(({ code }) => numbered(code).length === 0) })
  const readRow = (row: QuickOrderRow): OwnQuickOrderRowCandidates => {
    const [only, ...others] = numbered(row.code)
    if (only === undefined) return { ...(worded.get(toKey(row)) ?? NOTHING_FOUND), isNumbered: false }
    const meaning = others.length === 0 ? { ...NOTHING_FOUND, certain: only } : { ...NOTHING_FOUND, candidates: [only, ...others] }
    return { ...meaning, isNumbered: true }
  }
  return rows.map((row) => {
    if (row.skuId !== undefined) return { ...NOTHING_FOUND, certain: row.skuId }
    if (row.code === '') return NOTHING_FOUND
    const own = hits.get(row.code) ?? []
    const meaning = readRow(row)
    // A text that is one of our numbers has the other one within it by chance, unless it is that one as well.
    return addCrossReferences(meaning, meaning.isNumbered ? own.filter(({ isWhole }) => isWhole) : own)
  })
}
