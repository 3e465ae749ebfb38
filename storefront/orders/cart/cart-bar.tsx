import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { SaveToShoppingListButton, type SaveToShoppingListLine } from '#storefront/platform/components/shopping-lists/save-to-list.tsx'
import { CORRECT_QUANTITY_FIRST } from '#storefront/platform/components/stepper.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useInPunchOut } from '#storefront/platform/sessions/use-session.ts'
import type { CartTotals, CartViewModel } from './cart-view.ts'
import { ReturnCartButton } from './return-button.tsx'

const WHY_NOT_ID = 'checkout-denied'

interface Props {
  view: CartViewModel
  locked: boolean
  /** A selected line has a typed quantity that is too large, so that nothing is done with the quantities before it is corrected. */
  isWaiting: boolean
  onSelectAll: (selected: boolean) => void
  onRemoveSelected: () => void
  /** The selected lines, for a shopping list or a quotation request. */
  listed: readonly SaveToShoppingListLine[]
}

/** A bar at the bottom of the window, always visible: the totals of the selection at both prices, and the button to order. */
export function CartTotalsAndOrderBar(props: Props) {
  const { view, locked, isWaiting, onSelectAll, onRemoveSelected, listed } = props
  const { selected, sound, totals } = view
  const none = totals.ids.length === 0
  return (
    <section
      aria-label="结算"
      className="sticky bottom-14 z-20 mt-3 rounded-panel border border-line bg-white shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:mt-4 md:rounded-b-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5 md:gap-x-6 md:px-5 md:py-3">
        <Checkbox label="全选" value={selected} disabled={locked || sound.length === 0} onChange={onSelectAll}>
          <span className="text-sm">全选</span>
        </Checkbox>
        {!locked && (
          <Button look="plain" className="text-sm off:bg-transparent" disabled={none} onClick={onRemoveSelected}>
            删除所选
          </Button>
        )}
        <SaveOrAskForQuotation listed={listed} isWaiting={isWaiting} />
        <p className="ml-auto text-sm text-mute" aria-live="polite">
          已选 <b className="num text-ink">{totals.ids.length}</b> 种
        </p>
        <span aria-hidden className="w-full md:hidden" />
        <Sums totals={totals} />
        <CheckoutOrReturn totals={totals} isWaiting={isWaiting} />
      </div>
    </section>
  )
}

function SaveOrAskForQuotation({ listed, isWaiting }: Pick<Props, 'listed' | 'isWaiting'>) {
  const blockedBy = isWaiting ? { reason: CORRECT_QUANTITY_FIRST, id: WHY_NOT_ID } : undefined
  if (useInPunchOut()) return null
  return (
    <>
      <SaveToShoppingListButton lines={listed} blockedBy={blockedBy} look="plain" className="text-sm off:bg-transparent" />
      <AskForQuotationButton lines={listed} blockedBy={blockedBy} look="plain" className="text-sm off:bg-transparent" />
    </>
  )
}

function Sums({ totals: { sale, credit, cashOnly } }: { totals: CartTotals }) {
  return (
    <dl className="grid min-w-[55%] flex-1 grid-cols-[auto_1fr] items-baseline gap-x-2 md:min-w-0 md:flex-none md:gap-x-3">
      <dt className="text-xs whitespace-nowrap text-copper">现金合计</dt>
      <dd className="md:text-right">
        <Price amount={sale} kind="sale" />
      </dd>
      <dt className="text-xs whitespace-nowrap text-steel">赊销合计</dt>
      <dd className="md:text-right">
        {credit === null ? (
          <span className="text-xs text-mute" data-hint={`仅限现金价：${cashOnly.join('、')}`}>
            含仅限现金价商品，不可赊销
            <span className="sr-only">：{cashOnly.join('、')}</span>
          </span>
        ) : (
          <Price amount={credit} kind="credit" />
        )}
      </dd>
    </dl>
  )
}

interface CheckoutProps extends Pick<Props, 'isWaiting'> {
  totals: CartTotals
}

function CheckoutOrReturn({ totals: { ids }, isWaiting }: CheckoutProps) {
  const inPunchOut = useInPunchOut()
  const { reason: denied } = usePermission('buyPay')
  const reason = isWaiting ? CORRECT_QUANTITY_FIRST : inPunchOut ? undefined : denied
  return (
    <>
      {inPunchOut ? (
        <ReturnCartButton cartIds={ids} blockedBy={reason === undefined ? undefined : { reason, id: WHY_NOT_ID }} />
      ) : (
        <Checkout ids={ids} blocked={reason} />
      )}
      <p id={WHY_NOT_ID} role="status" className="w-full text-right text-xs text-danger empty:hidden">
        {reason}
      </p>
    </>
  )
}

function Checkout({ ids, blocked }: { ids: readonly string[]; blocked: string | undefined }) {
  const navigate = useNavigate()
  const order = () => void navigate({ to: '/order_info', search: { cartIds: ids.join(',') } })
  return (
    <Button look="call" size="lg" blocked={blocked} disabled={ids.length === 0} aria-describedby={WHY_NOT_ID} onClick={order}>
      去结算
    </Button>
  )
}
