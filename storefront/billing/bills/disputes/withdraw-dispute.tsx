import {
  invalidatedByStatementConfirmOrDispute,
  type StatementLine,
  statementListAndDisputeApi,
} from '#storefront/billing/bills/bill-api.ts'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

interface Props {
  month: string
  /** The disputed line. undefined: the window is closed. */
  line: StatementLine | undefined
  onClose: () => void
}

/** 撤回异议: from today on the line is due again, like the rest of its month. */
export function WithdrawDisputeDialog({ month, line, onClose }: Props) {
  const withdraw = useApiMutation((id: string) => statementListAndDisputeApi.withdrawDispute({ month, id }), {
    invalidates: invalidatedByStatementConfirmOrDispute,
    onSuccess: () => {
      onClose()
      showNotice('异议已撤回，该笔恢复计入到期金额')
    },
  })
  return (
    <ConfirmDialog
      open={line !== undefined}
      onClose={onClose}
      title="撤回异议"
      text={line && `撤回「${line.goodsName}」的异议？从今天起该笔按账单还款日计入到期金额，处理期间不计息；撤回后不能再次提出。`}
      confirm="撤回异议"
      busy={withdraw.isPending}
      onConfirm={() => line && withdraw.mutate(line.id)}
    />
  )
}
