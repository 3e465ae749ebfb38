import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { ParsedQuickOrderTable } from '#contract/orders/quick-order/rows.ts'
import { QUOTATION_GOODS_NAME_LENGTH_MAX, QUOTATION_LINES_MAX } from '#contract/orders/quotations/shapes.ts'
import { parseGoodsToOrder } from '#storefront/orders/checkout/checkout-view.ts'
import { quickOrderRowResultsQuery } from '#storefront/orders/quick-order/quick-api.ts'
import { invalidatedByQuotation, quotationApi } from '#storefront/orders/quotations/quotation-api.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useTooLargeQuantities } from '#storefront/platform/components/stepper.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { parseDayInRange } from '#ui/day/day-view.ts'
import { findDraftErrors, formatImportedLines, toDraftLinesFromPastedRows, toQuotationInput } from './draft-input.ts'
import {
  addDraftLines,
  appendNotesToRemark,
  EMPTY_QUOTATION_DRAFT,
  type NewDraftLine,
  type QuotationDraft,
  readQuotationDraft,
  saveQuotationDraft,
} from './quotation-draft.ts'

const fullNotice = (left: number) => `一张询价单最多 ${QUOTATION_LINES_MAX} 行，还有 ${left} 行没有加入`

/** The lines that the address brings: goods by id, or a part in words. */
function toLinesOfAddress({ lines, wanted }: SearchParams): NewDraftLine[] {
  const goods = parseGoodsToOrder({ lines })
  const listed = goods && 'lines' in goods ? goods.lines.map(({ skuId, goodsNum }) => ({ skuId, quantity: goodsNum })) : []
  const name = [...(wanted ?? '').trim()].slice(0, QUOTATION_GOODS_NAME_LENGTH_MAX).join('')
  return name === '' ? listed : [...listed, { name, quantity: 1 }]
}

/** The draft with what the address brings. The address forgets it then, so that a reload does not bring it again. */
function useDraft(owner: string) {
  const search = useSearch()
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const [{ draft, left }, setState] = useState(() => addDraftLines(readQuotationDraft(owner), toLinesOfAddress(search)))
  useEffect(() => saveQuotationDraft(owner, draft), [owner, draft])
  const brought = search.lines !== undefined || search.wanted !== undefined
  useEffect(() => {
    if (left > 0) showNotice(fullNotice(left))
    if (brought) setSearchParams({ lines: undefined, wanted: undefined })
  }, [left, brought, setSearchParams])
  return [draft, (next: QuotationDraft) => setState({ draft: next, left: 0 })] as const
}

/** The goods of the lines, and those that lines in words may mean, with their prices and stock; undefined while they load, and for a member who may not see goods. */
function useSkusOf({ lines }: QuotationDraft, mayLook: boolean): { skus: ReadonlyMap<string, SkuBrief> | undefined; isLoading: boolean } {
  const named = lines.flatMap(({ skuId, candidates }) => (skuId === null ? candidates.map((one) => one.skuId) : [skuId]))
  const rows = [...new Set(named)].map((skuId, at) => ({ rowNo: at + 1, code: '', quantity: '1', skuId }))
  const { data, isLoading } = useQuery(quickOrderRowResultsQuery(mayLook ? rows : []))
  const found = new Map(data?.skus.map((sku) => [sku.skuId, sku]))
  return { skus: rows.length > 0 && (data === undefined || !mayLook) ? undefined : found, isLoading }
}

/** The state of the form, and the function that sends it. */
export function useNewQuotationForm(owner: string) {
  const [draft, setDraft] = useDraft(owner)
  const [asked, setAsked] = useState(false)
  const [tooLarge, reportTooLarge] = useTooLargeQuantities<number>()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const today = useToday()
  const [mayLook, maySee] = [usePermission('lookGoods').allowed, usePermission('lookOrder').allowed]
  const { skus, isLoading } = useSkusOf(draft, mayLook)
  const errors = findDraftErrors(draft, skus)
  const dayRange = { min: today }
  const wantedDay = draft.wantedDay === '' ? '' : parseDayInRange(draft.wantedDay, dayRange)
  const send = useApiMutation(quotationApi.create, {
    invalidates: invalidatedByQuotation,
    fields: ['title', 'remark', 'addressId', 'wantedDay', 'drawings'],
    onSuccess: ({ id }) => {
      setDraft(EMPTY_QUOTATION_DRAFT)
      saveQuotationDraft(owner, EMPTY_QUOTATION_DRAFT)
      showNotice('询价已提交，报价后会通知您')
      void navigate(maySee ? { to: '/quotation_info', search: { id }, replace: true } : { to: '/user_center', replace: true })
    },
  })
  const change = (next: QuotationDraft) => {
    send.clearError()
    setDraft(next)
  }
  const add = (lines: readonly NewDraftLine[], notes: readonly string[] = []) => {
    const { draft: next, left } = addDraftLines(draft, lines)
    change(appendNotesToRemark(next, notes))
    if (left > 0) showNotice(fullNotice(left))
  }
  const match = useApiMutation(
    (table: ParsedQuickOrderTable) =>
      queries.fetchQuery(quickOrderRowResultsQuery(table.rows)).then((answer) => toDraftLinesFromPastedRows(table, answer)),
    {
      onSuccess: (lines, { notes }) => {
        showNotice(formatImportedLines(lines))
        add(
          lines,
          notes.map(({ text }) => text),
        )
      },
    },
  )
  const submit = () => {
    setAsked(true)
    if (draft.lines.length > 0 && errors.size === 0 && tooLarge.size === 0 && (skus !== undefined || !mayLook) && wantedDay !== undefined)
      send.mutate(toQuotationInput({ ...draft, wantedDay }))
  }
  return {
    draft,
    skus,
    mayLook,
    today,
    /** Shown after the first attempt to send. */
    errors: asked ? errors : new Map<number, never>(),
    isEmpty: asked && draft.lines.length === 0,
    isQuantityTooLarge: asked && tooLarge.size > 0,
    reportTooLarge,
    refused: send.errorsByField,
    /** It is sent, or its goods load, without which nothing is sent. */
    busy: send.isPending || isLoading,
    matching: match.isPending,
    set: (changed: Partial<QuotationDraft>) => change({ ...draft, ...changed }),
    add,
    addRows: match.mutate,
    submit,
  }
}
export type NewQuotationFormState = ReturnType<typeof useNewQuotationForm>
