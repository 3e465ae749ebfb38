import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AddCartLineResult } from '#contract/orders/cart/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatCount } from '#ui/format.ts'
import { addToCartApi } from './use-buying.ts'

/** The lines to add, and the name of each for the message if it could not be added. */
export interface NamedCartLineInput {
  skuId: string
  goodsNum: number
  goodsName: string
  skuCode: string
  unit: string
}

interface Outcome {
  added: number
  left: (NamedCartLineInput & { why: string })[]
}

function outcomeOf(lines: readonly NamedCartLineInput[], results: readonly AddCartLineResult[]): Outcome {
  const left = lines.flatMap((line, at) => {
    const why = results[at]?.why ?? null
    return why === null ? [] : [{ ...line, why }]
  })
  return { added: results.filter(({ added }) => added).length, left }
}

/**
 * Adds several lines to the cart at once. If all are added, it shows a notice, and opens the cart if wanted. Otherwise a window lists those
 * that were not added, with the reason. The screen must render `dialog`.
 */
export function useAddLinesToCart({ toCart = false }: { toCart?: boolean } = {}): {
  add: (lines: readonly NamedCartLineInput[]) => void
  busy: boolean
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>()
  const call = useApiMutation(
    (lines: readonly NamedCartLineInput[]) => addToCartApi.addMany({ lines: lines.map(({ skuId, goodsNum }) => ({ skuId, goodsNum })) }),
    {
      onSuccess: ({ count: kinds, lines: results }, lines) => {
        void queries.invalidateQueries({ queryKey: ['cart'] })
        emitClientEvent('addToCart', { count: kinds })
        const came = outcomeOf(lines, results)
        if (came.left.length > 0) return setOutcome(came)
        showNotice(`${came.added} 种商品已加入购物车`)
        if (toCart) void navigate({ to: '/cart' })
      },
    },
  )
  const dialog = <AddedDialog outcome={outcome} onClose={() => setOutcome(undefined)} />
  return { add: call.mutate, busy: call.isPending, dialog }
}

function AddedDialog({ outcome, onClose }: { outcome: Outcome | undefined; onClose: () => void }) {
  const navigate = useNavigate()
  const { added, left } = outcome ?? { added: 0, left: [] }
  return (
    <Modal open={outcome !== undefined} onClose={onClose} title={added === 0 ? '没有商品加入购物车' : '部分商品已加入购物车'}>
      <p className="text-mute">
        已加入 <b className="num text-ink">{added}</b> 种，以下 <b className="num text-ink">{left.length}</b> 种未加入：
      </p>
      <ul className="mt-3 max-h-[46dvh] divide-y divide-line-soft overflow-y-auto border-y border-line-soft">
        {left.map(({ skuId, goodsNum, goodsName, skuCode, unit, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one SKU may be in the list twice
          <li key={`${skuId}${at}`} className="py-2">
            <p>
              {goodsName} <span className="num text-sm text-mute">{skuCode}</span>{' '}
              <span className="num text-sm text-mute">
                × {formatCount(goodsNum)} {unit}
              </span>
            </p>
            <p className="text-sm text-danger">{why}</p>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="line" onClick={onClose}>
          知道了
        </Button>
        {added > 0 && <Button onClick={() => void navigate({ to: '/cart' })}>去购物车</Button>}
      </div>
    </Modal>
  )
}
