import { refusals } from '#contract/platform/core/refusals.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'

/** In place of a screen that has nothing to do with the cart, while a procurement system has the mall open. */
export const NotDuringPunchOut = () => (
  <div className="content pt-6">
    <div className="panel">
      <EmptyState title="采购系统会话" hint={refusals.PUNCH_OUT_ONLY_CART.msg} action={<ButtonLink to="/cart">去购物车</ButtonLink>} />
    </div>
  </div>
)
