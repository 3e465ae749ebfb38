import { PenLine } from 'lucide-react'
import { isSigningCounting } from '#contract/billing/signings/signing-lifecycle.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ErrorState } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useSignings, useStartContractSigning } from './signing-api.ts'
import { FormerSignings, SigningLine } from './signing-line.tsx'

/** 电子签章 of the contract of an order: its state, and the button that starts it. Nothing where the mall has no provider. */
export function OrderContractSigning({ orderNo, hasContract }: { orderNo: string; hasContract: boolean }) {
  const maySee = usePermission('lookOrder').allowed
  const found = useSignings('PURCHASE', [orderNo], maySee)
  const { isOn, signings, former } = found.data ?? { isOn: false, signings: [], former: [] }
  const [signing] = signings
  const isStartable = isOn && hasContract && !(signing && isSigningCounting(signing.state))
  if (!found.isLoadingError && !isStartable && !signing) return null
  return (
    <section className="panel flex flex-col gap-3 p-4 md:p-5" aria-label="购销合同电子签章">
      <h2 className="text-md font-semibold">购销合同电子签章</h2>
      {found.isLoadingError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {signing && <SigningLine signing={signing} />}
      {isStartable && !signing && <p className="text-sm text-mute">不必盖章寄送：双方在线签署后，各得一份带数字签名的合同。</p>}
      {isStartable && <StartButton orderNo={orderNo} again={signing !== undefined} />}
      <FormerSignings signings={former} />
    </section>
  )
}

const isNotVerified = (error: Error | null): boolean => error instanceof Refusal && error.reason === 'SIGNING_BUYER_NOT_VERIFIED'

function StartButton({ orderNo, again }: { orderNo: string; again: boolean }) {
  const { reason } = usePermission('buyPay', 'own')
  const start = useStartContractSigning(orderNo)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="line" size="sm" busy={start.isPending} blocked={reason} onClick={() => start.mutate(undefined)}>
        <PenLine className="size-4" aria-hidden />
        {again ? '重新发起签署' : '发起电子签章'}
      </Button>
      {isNotVerified(start.error) && (
        <ButtonLink to="/account_authentication_company" look="line" size="sm">
          去企业认证
        </ButtonLink>
      )}
    </div>
  )
}
