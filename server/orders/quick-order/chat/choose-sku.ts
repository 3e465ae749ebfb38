import { isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import type { OrderAmount } from '#contract/orders/quick-order/chat/amounts.ts'
import { hasChatLineAmount } from '#contract/orders/quick-order/chat/find-amount.ts'
import type { SkuCandidates } from '#server/catalog/goods/public.ts'
import { convertAmountToSkuUnit, isDensityNeededForAmount } from './convert-amount.ts'
import { parseChatLineTokens } from './line-tokens.ts'
import { type SkuToChatLineMatch, scoreSkuAgainstChatLine } from './score-sku.ts'
import { type ComparableSkuText, toComparableSkuTexts } from './sku-text.ts'

/** What a line may mean. `certain`: nobody who reads the line would think of another SKU, so it need not be asked. */
export interface ChatLineSkuChoice {
  /** The most likely first. */
  skuIds: string[]
  certain: boolean
}

/** A line with what is known of it. */
export interface ChatLineItem {
  text: string
  /** The forms of the text with synonyms, itself first. */
  variants: readonly string[]
  /** How many; undefined: it does not say, or it cannot be read. */
  amount: OrderAmount | undefined
}

interface Placed {
  text: ComparableSkuText
  fit: SkuToChatLineMatch
  /** The quantity in its own unit; undefined: it is not sold in that unit. */
  quantity: number | undefined
  sold: boolean
  certain: boolean
  score: number
}

const WEIGHTS = { covered: 6, goods: 4, close: 0.5, notSold: -6, offStep: -0.4 } as const
const CHOICES_MAX = 8
/** Below this part of the best score a SKU is another thing. */
const CHOICE_SCORE_MIN = 0.6

function place(
  text: ComparableSkuText,
  fit: SkuToChatLineMatch,
  { amount, goods }: { amount: OrderAmount | undefined; goods: number },
): Placed {
  const converted = amount && convertAmountToSkuUnit(amount, text.sku)
  const sold = converted !== undefined && isOrderableQuantity(converted.quantity, text.sku)
  const unsold =
    amount === undefined
      ? 0
      : converted === undefined
        ? isDensityNeededForAmount(amount, text.sku)
          ? WEIGHTS.offStep
          : WEIGHTS.notSold
        : sold
          ? 0
          : WEIGHTS.offStep
  const score = fit.hard + fit.covered * WEIGHTS.covered + goods * WEIGHTS.goods + fit.close * WEIGHTS.close + unsold
  return { text, fit, quantity: converted?.quantity, sold, certain: amount === undefined || converted?.certain === true, score }
}

/** The values by which SKUs of the same goods differ besides their packing. */
const withoutPacking = ({ sku }: ComparableSkuText): string =>
  JSON.stringify([
    sku.goodsId,
    Object.entries(sku.props)
      .filter(([key]) => !key.includes('包装'))
      .sort(),
  ])

/** Whether another SKU could be meant as well as the best one. */
function rivals(best: Placed, other: Placed, amount: OrderAmount | undefined): boolean {
  if (other.text.sku.skuId === best.text.sku.skuId || other.fit.missed > best.fit.missed) return false
  if (other.fit.hard < best.fit.hard || other.fit.covered < best.fit.covered) return false
  // The line has one of its values in full: 上座 is 仅上座 and not 上座＋底座.
  if (best.fit.close === 1 && other.fit.close < 1) return false
  if (amount === undefined) return true
  if (other.quantity === undefined) return false
  return other.sold || withoutPacking(other.text) !== withoutPacking(best.text)
}

const isCertain = (best: Placed, all: readonly Placed[], amount: OrderAmount | undefined): boolean =>
  best.fit.missed === 0 &&
  best.fit.exact &&
  best.fit.named &&
  best.fit.specified &&
  best.fit.literal &&
  best.certain &&
  (amount === undefined || best.quantity !== undefined) &&
  !all.some((other) => rivals(best, other, amount))

/**
 * Chooses what a line means among the SKUs that were found for it. `bought`: SKUs that the enterprise has ordered, the last first; they go
 * before others that fit as well.
 */
export function chooseSkusForChatLine(line: ChatLineItem, { skus, scoreOf }: SkuCandidates, bought: readonly string[]): ChatLineSkuChoice {
  const tokens = parseChatLineTokens(line.text)
  const forms = [...new Set(line.variants.map((variant) => parseChatLineTokens(variant).runs.join(' ')))].map((runs) =>
    runs.split(' ').filter(Boolean),
  )
  // jiechi: pinyin has no sign to compare with, and the goods were found by its sound.
  const isSpelled = /^[a-z]{4,}$/.test(tokens.whole ?? '')
  const top = Math.max(1, ...scoreOf.values())
  const all = toComparableSkuTexts(skus).map((text) =>
    place(text, scoreSkuAgainstChatLine(tokens, forms, text), { amount: line.amount, goods: (scoreOf.get(text.sku.goodsId) ?? 0) / top }),
  )
  const lastBought = ({ text }: Placed) => {
    const at = bought.indexOf(text.sku.skuId)
    return at < 0 ? bought.length : at
  }
  const [first, ...others] = all
    .filter(({ fit, text }) => fit.met >= 1 || (isSpelled && scoreOf.has(text.sku.goodsId)))
    .sort((a, b) => b.score - a.score)
  if (!first) return { skuIds: [], certain: false }
  const equals = [first, ...others.filter((other) => rivals(first, other, line.amount))].sort((a, b) => lastBought(a) - lastBought(b))
  const rest = others.filter((other) => !equals.includes(other) && other.score >= first.score * CHOICE_SCORE_MIN)
  return {
    skuIds: [...equals, ...rest].slice(0, CHOICES_MAX).map(({ text }) => text.sku.skuId),
    // A second amount may be the one that is meant, and the x of v20x a sign.
    certain: isCertain(first, all, line.amount) && !hasChatLineAmount(line.text) && !/\dx$/i.test(line.text.trimEnd()),
  }
}
