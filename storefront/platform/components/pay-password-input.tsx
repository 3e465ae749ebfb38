import { Suspense } from 'react'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { ButtonLink } from './button.tsx'
import type { PaymentPasswordProps } from './pay-password-form.tsx'
import { Skeleton } from './states.tsx'
import { useIdleLoad } from './use-idle-load.ts'
import { saveWaitingOrder } from './waiting-order-storage.ts'

/** The boxes need a library that the pages around them do not need before somebody pays. */
const load = async () => (await import('./pay-password-form.tsx')).PaymentPasswordForm
const PaymentPasswordForm = lazyPart(load)

interface Props extends PaymentPasswordProps {
  /** Shown with the link to set a payment password, if there is none yet. */
  hint?: string
  /** The page of the order that is paid, to which the person comes back with a payment password. */
  orderPath?: string
}

/** The six digits of the payment password. A wrong one is reported below the boxes, which are then empty again. */
export function PaymentPasswordInput({ hint, orderPath, ...form }: Props) {
  const user = useUser()
  useIdleLoad(load)
  if (user?.payPwdSet === false)
    return (
      <div className="text-center">
        <p>您还没有设置支付密码</p>
        {hint !== undefined && <p className="mt-1 text-sm text-mute">{hint}</p>}
        <div className="mt-3 flex justify-center">
          <ButtonLink to="/setting_set_pay_pwd" onClick={() => orderPath !== undefined && saveWaitingOrder(orderPath)}>
            去设置支付密码
          </ButtonLink>
        </div>
      </div>
    )
  return (
    <Suspense fallback={<Skeleton className="h-47" />}>
      <PaymentPasswordForm {...form} />
    </Suspense>
  )
}
