import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'

const WHY = '当前由采购系统进入，只能选购商品并返回采购系统；其他操作请用本人账号登录'

/**
 * In place of a screen that has nothing to do with the cart, while a procurement system has the mall open. It has the text of the refusal, and
 * not the table of refusals, which is too large for the first page.
 */
export const NotDuringPunchOut = () => (
  <div className="content pt-6">
    <div className="panel">
      <EmptyState title="采购系统会话" hint={WHY} action={<ButtonLink to="/cart">去购物车</ButtonLink>} />
    </div>
  </div>
)
