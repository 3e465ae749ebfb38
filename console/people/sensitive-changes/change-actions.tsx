import { Button } from 'antd'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { SensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { formatSensitiveChangeTitle } from './change-parts.tsx'
import type { SensitiveChangeDecision } from './decision-drawer.tsx'
import { invalidatedBySensitiveChange, sensitiveChangeApi } from './sensitive-changes-api.ts'

/** The actions of the person on a waiting change. `decide` opens the drawer of the page. */
export function SensitiveChangeActions({
  change,
  decide,
}: {
  change: SensitiveChange
  decide: (decision: SensitiveChangeDecision) => void
}) {
  const { id, actions, whyNotApprove } = change
  const confirm = useConfirm()
  const withdraw = useApiMutation(sensitiveChangeApi.withdraw, { invalidates: invalidatedBySensitiveChange, successMessage: '已撤回' })
  if (change.state !== 'PENDING' || (actions.length === 0 && whyNotApprove === null)) return '—'
  const openConfirm = () =>
    confirm({
      title: `撤回${formatSensitiveChangeTitle(change)}？`,
      content: '撤回后不再生效。',
      okText: '撤回',
      run: () => withdraw.mutateAsync({ id }),
    })
  return (
    <span className="two-lines">
      <span className="row-actions">
        {actions.includes('approve') && (
          <RowDecisionButton letter="A" primary decide={() => decide({ change, act: 'approve' })}>
            同意
          </RowDecisionButton>
        )}
        {actions.includes('reject') && (
          <RowDecisionButton letter="R" danger decide={() => decide({ change, act: 'reject' })}>
            阻止
          </RowDecisionButton>
        )}
        {actions.includes('withdraw') && (
          <Button size="small" onClick={openConfirm}>
            撤回
          </Button>
        )}
      </span>
      {whyNotApprove !== null && !actions.includes('withdraw') && <small>{whyNotApprove}</small>}
    </span>
  )
}
