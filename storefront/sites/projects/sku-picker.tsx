import { useState } from 'react'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { QUICK_ORDER_CODE_LENGTH_MAX } from '#contract/orders/quick-order/rows.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

const quickApi = createApiClient({ match: quickOrderEndpoints.match }, sendOrHoldUntilLogin)

/** Searches for a SKU by part number, model, own code or name, as the quick order does, and returns the chosen one. */
export function SkuPicker({ label, onPick }: { label: string; onPick: (sku: SkuBrief) => void }) {
  const [code, setCode, sent] = usePersistedState(`search ${label}`, () => '')
  const [found, setFound] = useState<SkuBrief[]>()
  const look = useApiMutation((wanted: string) => quickApi.match({ rows: [{ rowNo: 1, code: wanted, quantity: '1' }] }), {
    onSuccess: ({ rows, skus }) => {
      const named = [rows[0]?.skuId, ...(rows[0]?.candidates ?? []).map(({ skuId }) => skuId)]
      setFound(named.flatMap((skuId) => skus.find((sku) => sku.skuId === skuId) ?? []))
    },
  })
  const search = () => {
    if (code.trim() !== '') look.mutate(code)
  }
  const pick = (sku: SkuBrief) => {
    onPick(sku)
    setCode('')
    sent()
    setFound(undefined)
  }
  return (
    <div>
      <div className="flex gap-2">
        <input
          aria-label={label}
          placeholder="商品编码、型号、物料编码或名称"
          value={code}
          maxLength={QUICK_ORDER_CODE_LENGTH_MAX}
          onChange={({ target }) => setCode(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter starts the search, and does not submit the form around it.
            event.preventDefault()
            search()
          }}
          className="h-10 min-w-0 flex-1 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade"
        />
        <Button look="line" busy={look.isPending} disabled={code.trim() === ''} onClick={search}>
          查找
        </Button>
      </div>
      <div aria-live="polite">
        {found?.length === 0 && <p className="mt-1 text-sm text-danger">没有找到，请换一个编码或名称</p>}
        {found !== undefined && found.length > 0 && (
          <ul className="mt-1 divide-y divide-line-soft rounded-control border border-line">
            {found.map((sku) => (
              <li key={sku.skuId}>
                <button
                  type="button"
                  onClick={() => pick(sku)}
                  className="flex w-full flex-wrap gap-x-2 px-3 py-2 text-left text-sm hover:bg-jade-tint hover:text-jade"
                >
                  {sku.goodsName}
                  <span className="text-mute">{formatSkuProps(sku.skuProps)}</span>
                  <span className="num ml-auto text-mute">{sku.skuCode}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
