import { PenLine } from 'lucide-react'
import type { Signing } from '#contract/billing/signings/api.ts'
import { isSigningOpen } from '#contract/billing/signings/signing-lifecycle.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { useSignings, useStartContractSigning } from './signing-api.ts'
import { SigningLine } from './signing-line.tsx'

/** A signing counts while it is open or signed. Another one is started after it has ended otherwise. */
const counts = ({ state }: Signing): boolean => isSigningOpen(state) || state === 'SIGNED'

/** 电子签章 of the contract of an order: its state, and the button that starts it. Nothing where the mall has no provider. */
export function OrderContractSigning({ orderNo }: { orderNo: string }) {
  const maySee = usePermission('lookOrder').allowed
  const found = useSignings('PURCHASE', [orderNo], maySee)
  if (!found.data) return null
  const { isOn, signings } = found.data
  const [signing] = signings
  if (!isOn && !signing) return null
  return (
    <section className="panel flex flex-col gap-3 p-4 md:p-5" aria-label="购销合同电子签章">
      <h2 className="text-md font-semibold">购销合同电子签章</h2>
      {signing ? (
        <SigningLine signing={signing} />
      ) : (
        <p className="text-sm text-mute">不必盖章寄送：双方在线签署后，各得一份带数字签名的合同。</p>
      )}
      {isOn && !(signing && counts(signing)) && <StartButton orderNo={orderNo} again={signing !== undefined} />}
    </section>
  )
}

function StartButton({ orderNo, again }: { orderNo: string; again: boolean }) {
  const { reason } = usePermission('buyPay', 'own')
  const start = useStartContractSigning(orderNo)
  return (
    <div>
      <Button look="line" size="sm" busy={start.isPending} {...toDisabledProps(reason)} onClick={() => start.mutate(undefined)}>
        <PenLine className="size-4" aria-hidden />
        {again ? '重新发起签署' : '发起电子签章'}
      </Button>
    </div>
  )
}
