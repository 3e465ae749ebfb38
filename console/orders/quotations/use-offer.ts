import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useConfirmUnusualPrices } from '#console/catalog/pricing/unusual-prices.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useConfirmBeforeLeave } from '#console/platform/components/use-confirm-before-leave.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { type ConsoleQuotation, type ConsoleQuotationLine, QUOTATION_OFFER_VALID_DAYS } from '#contract/orders/quotations/shapes.ts'
import type { QuotationOfferTableRow } from './offer-line.tsx'
import {
  findQuotationOfferErrors,
  listAnswerableLines,
  type QuotationOfferDraft,
  type QuotationOfferDraftLine,
  toInitialQuotationOfferDraft,
  toInitialValidDays,
  toOfferInput,
  toTypedCurrentPrices,
  toTypedValidDaysOfLastOffer,
} from './quotation-view.ts'
import { invalidatedByQuotation, quotationApi, substituteSkusQuery } from './quotations-api.ts'

/** How many SKUs one call describes. */
const SKUS_MAX = 50

/** The goods that the answers name: those of the lines, and others that are fetched with the company's prices. */
function useSkusOf({ enterpriseId, lines }: ConsoleQuotation, draft: QuotationOfferDraft): ReadonlyMap<string, SkuBrief> {
  const known = new Map(
    lines.flatMap(({ sku, offeredSku }) => [sku, offeredSku].flatMap((one) => (one ? [[one.skuId, one] as const] : []))),
  )
  const others = [...new Set(Object.values(draft).map(({ skuId }) => skuId))]
    .filter((skuId) => skuId !== '' && !known.has(skuId))
    .toSorted()
  const { data = [] } = useQuery({
    ...substituteSkusQuery(enterpriseId, others.slice(0, SKUS_MAX)),
    enabled: others.length > 0,
    placeholderData: (earlier) => earlier,
  })
  return new Map([...known, ...data.map((sku) => [sku.skuId, sku] as const)])
}

/** The answers as they are typed, with the SKUs that they name. A chosen SKU brings the prices that the company pays for it now. */
function useAnswers(opened: ConsoleQuotation, lines: readonly ConsoleQuotationLine[]) {
  const [begun] = useState(() => toInitialQuotationOfferDraft(lines, opened.offers[0]))
  const [draft, setDraft] = useState(begun)
  const skus = useSkusOf(opened, draft)
  const change = useCallback(
    (lineNo: number, changed: Partial<QuotationOfferDraftLine>) =>
      setDraft((was) => (was[lineNo] ? { ...was, [lineNo]: { ...was[lineNo], ...changed } } : was)),
    [],
  )
  const [waiting, setWaiting] = useState<number>()
  const choose = useCallback(
    (lineNo: number, skuId: string) => {
      change(lineNo, { skuId, sale: '', credit: '' })
      setWaiting(lineNo)
    },
    [change],
  )
  // The prices come from the server. They are typed when they are there, unless somebody was faster.
  const chosen = waiting === undefined ? undefined : skus.get(draft[waiting]?.skuId ?? '')
  useEffect(() => {
    if (waiting === undefined || chosen === undefined) return
    const { sale = '', credit = '' } = draft[waiting] ?? {}
    const goodsNum = lines.find(({ lineNo }) => lineNo === waiting)?.goodsNum ?? 1
    if (sale === '' && credit === '') change(waiting, toTypedCurrentPrices(chosen, goodsNum))
    setWaiting(undefined)
  }, [waiting, chosen, draft, lines, change])
  return { draft, skus, change, choose, isChanged: draft !== begun }
}

interface Whole {
  /** For how many days it holds, as it is typed. */
  validDays: number | null
  note: string
}

const validDaysFault = (days: number | null): string | undefined =>
  days === null || !Number.isInteger(days) || days < 1 || days > QUOTATION_OFFER_VALID_DAYS.max
    ? `有效天数为 1–${QUOTATION_OFFER_VALID_DAYS.max}`
    : undefined

/** How long the offer holds. While its days are wrong, that alone is said. */
export const toDaysOfOffer = (days: number | null): number =>
  days === null || validDaysFault(days) !== undefined ? QUOTATION_OFFER_VALID_DAYS.max : days

/** The offer as it is typed, and the function that sends it. It stays whatever is fetched meanwhile. */
export function useQuotationOfferForm(opened: ConsoleQuotation, decided: () => unknown) {
  const { enterpriseId, id } = opened
  const lines = listAnswerableLines(opened)
  const { draft, skus, change, choose, isChanged } = useAnswers(opened, lines)
  const [whole, setWhole] = useState<Whole>(() => ({ validDays: toInitialValidDays(opened.offers[0]), note: '' }))
  const [rowVersion, setRowVersion] = useState(opened.rowVersion)
  const [asked, setAsked] = useState(false)
  const [isSent, setSent] = useState(false)
  const { validDays, note } = whole
  const daysFault = validDaysFault(validDays)
  const errors = findQuotationOfferErrors(draft, lines, toDaysOfOffer(validDays))
  const noneOffered = lines.every(({ lineNo }) => draft[lineNo]?.offered !== true)
  const confirmUnusualPrices = useConfirmUnusualPrices()
  const quote = useApiMutation(quotationApi.quote, {
    confirmRefusal: (refusal, input): boolean =>
      confirmUnusualPrices(refusal, {
        title: '报价与企业现在的价格相差很大，确认发出？',
        okText: '确认发出',
        stay: '返回修改',
        run: () => quote.mutateAsync({ ...input, confirmed: true }),
      }),
    invalidates: invalidatedByQuotation,
    successMessage: ({ version }) => `已发出第 ${version} 版报价`,
    onSuccess: () => setSent(true),
    afterSuccess: decided,
    // The page shows what has changed then, and whoever has read it sends his offer again.
    onRefusal: ({ reason, detail }) => {
      if (reason === 'ROW_CHANGED' && typeof detail.rowVersion === 'number') setRowVersion(detail.rowVersion)
    },
  })
  useConfirmBeforeLeave({
    isUnsaved: () => !isSent && (isChanged || note !== ''),
    isSame: () => false,
    loss: () => '填写的报价还没有发出',
    abandon: () => setSent(true),
  })
  const rows = lines.flatMap((line): QuotationOfferTableRow[] => {
    const answer = draft[line.lineNo]
    if (!answer) return []
    const validDaysOfLast = toTypedValidDaysOfLastOffer(line, opened.offers[0])
    return [{ line, answer, validDaysOfLast, sku: skus.get(answer.skuId), errors: asked ? errors.get(line.lineNo) : undefined }]
  })
  return {
    rows,
    draft,
    lines,
    whole,
    setWhole: (changed: Partial<Whole>) => setWhole((now) => ({ ...now, ...changed })),
    daysFault: asked ? daysFault : undefined,
    noneOffered,
    change,
    choose,
    busy: quote.isPending,
    /** Shows what is wrong. Returns whether nothing is. */
    check: () => {
      setAsked(true)
      return errors.size === 0 && daysFault === undefined && !noneOffered
    },
    send: () =>
      quote.mutateAsync({
        enterpriseId,
        id,
        rowVersion,
        validDays: validDays ?? 1,
        note,
        lines: toOfferInput(draft, lines),
        confirmed: false,
      }),
  }
}
