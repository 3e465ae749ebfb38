import { Button } from 'antd'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { BankAllocation } from '#contract/billing/bank/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useUndoBankAllocations } from './undo-allocations.ts'

const REASON_MAX = 200

/** What can be done about one use of a line: take it back, or read why not, or who has done so. */
export function UndoOfUse({ use }: { use: BankAllocation }) {
  const { allowed } = usePermission(consoleBankEndpoints.undo)
  const drawer = useDrawer<BankAllocation>()
  if (use.undone !== null)
    return (
      <small>
        {use.undone.by} {formatShanghaiTimeToMinute(use.undone.at).slice(5)} 撤销：{use.undone.reason}
      </small>
    )
  if (use.stays !== null || use.enterpriseId === null) return <small>不能撤销：{use.stays}</small>
  if (!allowed) return null
  return (
    <>
      <Button size="small" danger aria-label={`撤销 ${use.title} ${formatMoney(use.amount)}`} onClick={() => drawer.show(use)}>
        撤销
      </Button>
      {drawer.subject && <UndoDrawer use={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

function UndoDrawer({ use, open, close }: { use: BankAllocation; open: boolean; close: () => void }) {
  const { undoing } = useUndoBankAllocations(close)
  const why = undoing.data?.refused[0]?.why
  return (
    <FormDrawer<{ reason: string }>
      title="撤销到账"
      open={open}
      close={close}
      busy={undoing.isPending}
      initial={{}}
      submit={({ reason }) => undoing.mutate({ uses: [use], reason })}
      submitText={`撤销 ${formatMoney(use.amount)}`}
      grave
    >
      <p className="drawer-lead">
        {use.enterpriseName ?? '未认证企业'} 的“{use.title}” <b className="num">{formatMoney(use.amount)}</b>{' '}
        恢复到确认之前，流水恢复待认领；买家会收到通知。
      </p>
      {why !== undefined && (
        <p role="alert" className="undo-stays">
          {why}
        </p>
      )}
      <ReasonField max={REASON_MAX} label="撤销原因（买家可见）" focus />
    </FormDrawer>
  )
}
