import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ParsedQuickOrderTable, SkippedQuickOrderLine } from '#contract/orders/quick-order/rows.ts'
import { cartApi } from '#storefront/orders/cart/cart-api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { ErrorState, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import {
  GUEST_DRAFT_OWNER,
  type QuickOrderDraft,
  type QuickOrderDraftRow,
  readQuickOrderDraft,
  saveQuickOrderDraft,
  toDraftOwnerKey,
} from './draft.ts'
import { AddQuickOrderRowsForm } from './import-rows.tsx'
import { QuickOrderTotalsAndOrderBar } from './order-bar.tsx'
import { quickOrderRowResultsQuery } from './quick-api.ts'
import {
  appendRowsUpToLimit,
  formatOrderLinesParam,
  formatQuickOrderRowsSummary,
  limitLinesToOneOrder,
  listOrderableLines,
  markRowsOrdered,
  moveNoteToRows,
  toQuickOrderRowsWithResults,
  toRowInputsNotYetOrdered,
} from './quick-view.ts'
import { QuickOrderNotesAlone, QuickOrderRowList } from './results.tsx'

/** /quick_order 批量下单: from a list of part numbers to the cart or to an order. */
export function Page() {
  const loggedIn = useLoggedIn()
  const user = useUserQuery()
  const owner = user.data && toDraftOwnerKey(user.data)
  return (
    <div className="content pt-4 md:pt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-4">
        <h1 className="text-lg md:text-xl">批量下单</h1>
        <p className="flex gap-5 text-sm">
          <Link to="/shopping_list" className="finger text-jade hover:underline">
            常购清单
          </Link>
          <Link to="/material_code" className="finger text-jade hover:underline">
            本企业物料编码
          </Link>
        </p>
      </div>
      {!loggedIn && <ForGuest />}
      {loggedIn && owner !== undefined && <ForMember key={owner} owner={owner} />}
      {loggedIn && owner === undefined && (user.error ? <ErrorState error={user.error} retry={() => void user.refetch()} /> : <Waiting />)}
    </div>
  )
}

/** The rows, which are stored in this tab on every change. */
function useDraft(owner: string): [QuickOrderDraft, (change: Partial<QuickOrderDraft>) => void] {
  const [draft, setDraft] = useState(() => readQuickOrderDraft(owner))
  useEffect(() => saveQuickOrderDraft(owner, draft), [owner, draft])
  return [draft, (change) => setDraft((was) => ({ ...was, ...change }))]
}

/** A guest enters his rows and logs in. They are kept for him. */
function ForGuest() {
  const [draft, change] = useDraft(GUEST_DRAFT_OWNER)
  const navigate = useNavigate()
  const take = (table: ParsedQuickOrderTable): number => {
    const { left, ...added } = appendRowsUpToLimit(draft, table)
    saveQuickOrderDraft(GUEST_DRAFT_OWNER, { text: '', ...added })
    change({ text: '', ...added })
    void navigate({ to: '/login', search: { redirectUrl: '/quick_order' } })
    return left
  }
  return (
    <>
      <AddQuickOrderRowsForm text={draft.text} onText={(text) => change({ text })} onRows={take} />
      <div className="panel mt-3 flex flex-col items-center gap-3 px-5 py-8 text-center text-mute">
        <p>{draft.rows.length > 0 ? `已读入 ${draft.rows.length} 行。` : ''}登录后逐行匹配商品、价格与库存，粘贴或上传的内容会保留。</p>
        <ButtonLink to="/login" search={{ redirectUrl: '/quick_order' }}>
          登录
        </ButtonLink>
      </div>
    </>
  )
}

/** When the rows that were just pasted are answered, their results come into view and get the focus: on a phone they are below the form. */
function useFocusOnResults(pasted: number, waiting: boolean) {
  const results = useRef<HTMLElement>(null)
  const seen = useRef(pasted)
  useEffect(() => {
    if (waiting || seen.current === pasted || !results.current) return
    seen.current = pasted
    results.current.focus({ preventScroll: true })
    results.current.scrollIntoView({ block: 'start' })
  }, [pasted, waiting])
  return results
}

function ForMember({ owner }: { owner: string }) {
  const [{ text, rows, notes }, change] = useDraft(owner)
  const [pasted, setPasted] = useState(0)
  const match = useQuery(quickOrderRowResultsQuery(rows))
  const shown = toQuickOrderRowsWithResults(rows, match.data)
  const lines = listOrderableLines(shown)
  // Without a row to match, nothing is asked.
  const waiting = toRowInputsNotYetOrdered(rows).length > 0 && (match.isPlaceholderData || match.isPending)
  const results = useFocusOnResults(pasted, waiting)
  const makeRow = (note: SkippedQuickOrderLine) => change(moveNoteToRows({ rows, notes }, note))
  const put = (next: QuickOrderDraftRow[]) => change({ rows: next })
  const cart = useToCart((added) => put(markRowsOrdered(shown, added, 'cart')))
  const navigate = useNavigate()
  const order = () => {
    const first = limitLinesToOneOrder(lines)
    const going = markRowsOrdered(shown, new Set(first.map(({ skuId }) => skuId)), 'order')
    put(going)
    // The page is left at once, so the draft must be stored before.
    saveQuickOrderDraft(owner, { text, rows: going, notes })
    void navigate({ to: '/order_info', search: { lines: formatOrderLinesParam(first) } })
  }
  const take = (table: ParsedQuickOrderTable): number => {
    const { left, ...added } = appendRowsUpToLimit({ rows, notes }, table)
    change(added)
    setPasted((count) => count + 1)
    return left
  }
  return (
    <>
      <AddQuickOrderRowsForm text={text} keepsNotes onText={(next) => change({ text: next })} onRows={take} />
      {match.error !== null && (
        <div className="panel mt-3">
          <ErrorState error={match.error} retry={() => void match.refetch()} />
        </div>
      )}
      <p role="status" className="sr-only">
        {pasted > 0 && !waiting && match.error === null ? formatQuickOrderRowsSummary(shown, notes.length) : ''}
      </p>
      {rows.length === 0 && notes.length > 0 && (
        <QuickOrderNotesAlone ref={results} notes={notes} onOrder={makeRow} onClear={() => change({ notes: [] })} />
      )}
      {rows.length > 0 && (
        <>
          <QuickOrderRowList
            ref={results}
            shown={shown}
            notes={notes}
            onRows={put}
            onNote={makeRow}
            onClear={() => change({ rows: [], notes: [] })}
          />
          <QuickOrderTotalsAndOrderBar
            lines={lines}
            waiting={waiting}
            adding={cart.isPending}
            onCart={() => cart.mutate(lines.map(({ skuId, goodsNum }) => ({ skuId, goodsNum })))}
            onOrder={order}
          />
        </>
      )}
    </>
  )
}

/** Adds rows to the cart until it is full. Rows that do not fit stay, with a notice. */
function useToCart(went: (skuIds: ReadonlySet<string>) => void) {
  const queries = useQueryClient()
  return useApiMutation((lines: { skuId: string; goodsNum: number }[]) => cartApi.addMany({ lines }), {
    onSuccess: ({ count, lines }) => {
      void queries.invalidateQueries({ queryKey: ['cart'] })
      emitClientEvent('addToCart', { count })
      const added = lines.filter((line) => line.added)
      went(new Set(added.map(({ skuId }) => skuId)))
      const why = lines.find((line) => !line.added)?.why
      const left = lines.length - added.length
      showNotice(left === 0 ? `${added.length} 种商品已加入购物车` : `${added.length} 种已加入购物车，${left} 种留在本页：${why}`)
    },
  })
}

function Waiting() {
  return (
    <div role="status" aria-label="加载中">
      <Skeleton className="h-64" />
    </div>
  )
}
