import type { Fen } from '#contract/platform/core/money.ts'
import { createRefusedPlatformApiRowResult, type PlatformApiRowResult } from '#contract/platform/core/row-result.ts'
import { findSkusById, readGoodsRecordsById } from '#server/catalog/goods/public.ts'
import { lockPrices, type PriceUpdate } from '#server/catalog/pricing/public.ts'
import { readPriceChangeConfirmPercent } from '#server/content/content/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { changePricesAndRefreshGoods } from './change-prices.ts'
import { comparePriceRowsWithCurrentPrices, getPriceUpdate } from './import-prices.ts'
import { formatPricesToConfirm } from './large-changes.ts'
import type { ParsedPriceRow } from './parse-price-rows.ts'
import { readPricesToConfirmLookup } from './prices-to-confirm.ts'

/** A public price of one unit that a program sets. */
export interface PublicPriceByCodeInput {
  row: number
  code: string
  salePriceFen: Fen
  /** undefined: unchanged; null: not sold on credit. */
  creditPriceFen: Fen | null | undefined
  /** The sender confirms it, even if it is unusual. */
  confirmed: boolean
}

/** Finds which new prices must be confirmed, for each SKU code. The number of statements does not grow with the moves. */
async function findQuestions(db: Db, moves: readonly PriceUpdate[]): Promise<(code: string) => string | undefined> {
  const goodsIds = (await findSkusById(db, [...new Set(moves.map(({ skuId }) => skuId))])).map(({ goodsId }) => goodsId)
  const published = [...(await readGoodsRecordsById(db, [...new Set(goodsIds)])).values()].flatMap(({ skus }) => skus)
  const next = new Map(moves.map(({ skuId, is }) => [skuId, is]))
  const skus = published.flatMap((sku) => {
    const is = next.get(sku.skuId)
    return is ? [{ ...sku, salePrice: is.salePriceFen, creditPrice: is.creditPriceFen }] : []
  })
  const percentMax = await readPriceChangeConfirmPercent(db)
  const questionsOf = await readPricesToConfirmLookup(db, [{ goods: { skus: published }, content: { skus } }], percentMax)
  return (code) => {
    const questions = questionsOf([code])
    return questions ? formatPricesToConfirm(questions, percentMax) : undefined
  }
}

const toParsedRow = ({ row, code, salePriceFen, creditPriceFen }: PublicPriceByCodeInput): ParsedPriceRow =>
  typeof creditPriceFen === 'number' && creditPriceFen < salePriceFen
    ? { row, code, fault: '赊销价不能低于现金价' }
    : { row, code, input: { code, from: 1, salePriceFen, creditPriceFen } }

/**
 * Sets public prices of SKUs by their codes, with the rules of the price import. Only the rows that are wrong, or unusual and not
 * confirmed, are refused. The history records `source` as the file. The number of statements does not grow with the rows.
 */
export async function setPublicPricesByCode(
  tx: Tx,
  moment: Moment,
  { rows, staffId, source }: { rows: readonly PublicPriceByCodeInput[]; staffId: string; source: string },
): Promise<PlatformApiRowResult[]> {
  await lockPrices(tx)
  const compared = await comparePriceRowsWithCurrentPrices(tx, undefined, { rows: rows.map(toParsedRow), staffId })
  const questionOf = await findQuestions(
    tx,
    compared.flatMap((row) => getPriceUpdate(row) ?? []),
  )
  const confirmed = new Set(rows.flatMap((row) => (row.confirmed ? row.row : [])))
  const evaluated = compared.map((one): { result: PlatformApiRowResult; move?: PriceUpdate } => {
    const { row, code, result, text } = one.result
    if (result === 'refused') return { result: createRefusedPlatformApiRowResult({ row, code }, text, fieldOf(text)) }
    const move = getPriceUpdate(one)
    if (!move) return { result: { row, code, outcome: 'unchanged', reason: '', field: '' } }
    const question = confirmed.has(row) ? undefined : questionOf(code)
    if (question !== undefined)
      return {
        result: createRefusedPlatformApiRowResult({ row, code }, `${question}（确认无误后以 confirmed: true 重新提交）`, 'confirmed'),
      }
    return { result: { row, code, outcome: 'changed', reason: '', field: '' }, move }
  })
  const moves = evaluated.flatMap(({ move }) => move ?? [])
  await changePricesAndRefreshGoods(tx, moment, { list: undefined, moves, source: { staffId, fileName: source } })
  return evaluated.map(({ result }) => result)
}

/** The field that a problem of the comparison belongs to. */
const fieldOf = (text: string): string => (text.includes('赊销价') ? 'creditPrice' : 'code')
