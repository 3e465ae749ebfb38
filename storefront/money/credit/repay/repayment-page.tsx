import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { CreditPageFrame, CreditTabs } from '#storefront/money/credit/credit-frame.tsx'
import { OverdueBanner } from '#storefront/money/credit/due-panel.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { AcceptanceBills } from './acceptances.tsx'
import { DueMonths } from './month-list.tsx'
import { useBadDebts, useDebtOverview } from './repay-api.ts'
import { RepayDialog } from './repay-dialog.tsx'
import { RepaymentsByMonth } from './repayments.tsx'
import { BadDebtsToRecover, WrittenOffDebts } from './written-off.tsx'

/**
 * /credit_account_repayment_log: the debts by month, repaying them, and the repayments. `repay=now` opens the dialog, `repay=2026-10` opens
 * it for a month.
 */
export function Page() {
  return (
    <CreditPageFrame title="赊销账户" needs={['applyLimit', 'buyPay']}>
      <CreditTabs />
      <Owed />
      <Records />
    </CreditPageFrame>
  )
}

/** The state of the dialog is in the URL, so it can be linked to, and the back button closes it. */
function useRepaying() {
  const { repay } = useSearch()
  const navigate = useNavigate()
  const set = (next: string | undefined) =>
    void navigate({ to: '.', search: (was) => ({ ...was, repay: next }), replace: next === undefined })
  const month = repay !== undefined && /^\d{4}-\d{2}$/.test(repay) ? repay : undefined
  return { open: repay !== undefined, month, begin: (one?: string) => set(one ?? 'now'), end: () => set(undefined) }
}

function Owed() {
  const owed = useDebtOverview()
  const repaying = useRepaying()
  const { reason: denied } = usePermission('buyPay', 'own')
  return (
    <QueryContent from={owed} skeleton={<Waiting />}>
      {(found) => (
        <div className="mb-5 flex flex-col gap-3 md:gap-4">
          <OverdueBanner here />
          <BadDebtsToRecover owed={found} />
          <Total owed={found} denied={denied} onRepay={() => repaying.begin()} />
          <DueMonths months={found.months} {...(denied === undefined ? { onRepay: repaying.begin } : {})} />
          {denied === undefined && found.total > 0 && (
            <RepayDialog open={repaying.open} onClose={repaying.end} owed={found} month={repaying.month} />
          )}
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="mb-5 flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-48 md:h-24" />
    <Skeleton className="h-84 md:h-44" />
  </div>
)

function Total({
  owed: { total, due, interest, disputed },
  denied,
  onRepay,
}: {
  owed: DebtOverview
  denied: string | undefined
  onRepay: () => void
}) {
  const facts = [
    ['到期应还', due],
    ['逾期利息', interest],
    ['异议中未还', disputed],
  ] as const
  return (
    <section aria-label="待还总额" className="panel flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 md:p-5">
      <div>
        <h2 className="text-sm font-normal text-mute">待还总额</h2>
        <Price amount={total} kind="credit" size="lg" />
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([name, amount]) => (
          <div key={name}>
            <dt className="text-xs text-mute">{name}</dt>
            <dd className={`num text-md font-semibold ${amount > 0 && name === '逾期利息' ? 'text-danger' : ''}`}>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {denied === undefined ? (
        <Button look="call" blocked={total === 0 ? '没有待还金额' : undefined} onClick={onRepay} className="w-full sm:w-auto">
          还款
        </Button>
      ) : (
        <p className="text-sm text-mute">还款：{denied}</p>
      )}
    </section>
  )
}

function Records() {
  const { tab } = useSearch()
  const bills = tab === 'acceptance'
  const writtenOff = tab === 'written_off'
  // Most companies never have any, so there is no empty tab for it.
  const offered = (useBadDebts(1).data?.total ?? 0) > 0 || writtenOff
  return (
    <>
      <LinkTabs
        label="还款记录"
        tabs={[
          { to: '/credit_account_repayment_log', label: '还款明细', current: !bills && !writtenOff },
          { to: '/credit_account_repayment_log', label: '承兑汇票', search: { tab: 'acceptance' }, current: bills },
          ...(offered
            ? [{ to: '/credit_account_repayment_log', label: '核销账款', search: { tab: 'written_off' }, current: writtenOff } as const]
            : []),
        ]}
      />
      {bills ? <AcceptanceBills /> : writtenOff ? <WrittenOffDebts /> : <RepaymentsByMonth />}
    </>
  )
}
