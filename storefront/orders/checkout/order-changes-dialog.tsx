import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { formatPriceDirection, type OrderChanges } from './checkout-view.ts'
import type { useChangePaymentMethod } from './use-trade.ts'

/** Shows what has changed since the page was loaded: each price, before and after. The page behind it is fetched again meanwhile. */
export function OrderChangesDialog({ moved, onClose }: { moved: OrderChanges | undefined; onClose: () => void }) {
  return (
    <Modal open={moved !== undefined} onClose={onClose} title="价格、库存或优惠已变动">
      <p className="text-mute">页面已更新为最新结果，确认后请重新提交订单。</p>
      {moved && moved.changes.length > 0 && (
        <ul className="mt-4 divide-y divide-line-soft border-y border-line-soft">
          {moved.changes.map(({ skuId, goodsName, was, is }) => (
            <li key={skuId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span className="min-w-0 break-words">{goodsName}</span>
              <span className="num ml-auto flex items-baseline gap-2">
                <s className="text-mute">{was === null ? '—' : formatMoney(was)}</s>
                <span aria-hidden>→</span>
                <b className="text-md">{is === null ? '已不可购买' : formatMoney(is)}</b>
                <span className="font-sans text-xs text-mute">{formatPriceDirection({ was, is })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {moved?.quantityMoved && <p className="mt-3">商品数量已变动。</p>}
      {moved?.couponMoved && <p className="mt-3">优惠券的优惠金额已变动。</p>}
      {moved?.giftMoved && <p className="mt-3">随单赠送的赠品已变动。</p>}
      {moved?.freightMoved && <p className="mt-3">配送运费已变动。</p>}
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>我知道了</Button>
      </div>
    </Modal>
  )
}

/** With another payment method the order does not reach the coupon's threshold. The buyer continues without the coupon, or cancels. */
export function ConfirmDropCouponDialog({
  changing: { unmet, busy, doWithout, dismiss },
}: {
  changing: ReturnType<typeof useChangePaymentMethod>
}) {
  return (
    <ConfirmDialog
      open={unmet !== undefined}
      onClose={dismiss}
      title="优惠券不再满足使用条件"
      text={unmet?.why}
      confirm="不使用优惠券，继续更换"
      onConfirm={doWithout}
      busy={busy}
    />
  )
}
