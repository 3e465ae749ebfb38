import { useRouter } from '@tanstack/react-router'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { bankApi, invalidatedByBank } from './bank-api.ts'
import { type ManualBankLineFormValues, toManualBankLine } from './manual-line.ts'
import { ManualBankLineFields } from './manual-line-fields.tsx'

/** The form to type a line from the bank's page, before its statement. */
export function RecordBankLineDrawer({ open, close }: { open: boolean; close: () => void }) {
  const router = useRouter()
  const confirm = useConfirm()
  const record = useApiMutation(bankApi.record, {
    refresh: invalidatedByBank,
    said: '流水已登记',
    done: close,
    onward: ({ lineId }) => router.navigate({ to: '/bank_line', search: { lineId } }),
  })
  const openConfirm = (values: ManualBankLineFormValues) => {
    const line = toManualBankLine(values)
    confirm({
      title: '登记这条流水？',
      content: `${line.day} ${line.payerName || '未填户名'} 到账 ${formatMoney(line.amount)}，流水号 ${line.reference}。登记后进入待查款项。`,
      okText: '登记',
      run: () => record.mutateAsync(line),
    })
  }
  return (
    <FormDrawer<ManualBankLineFormValues>
      title="登记流水"
      open={open}
      close={close}
      busy={record.isPending}
      initial={{}}
      submit={openConfirm}
      submitText="登记"
    >
      <p className="drawer-lead">照银行网页抄录。以后导入对账单时，同一流水号不会重复入账。</p>
      <ManualBankLineFields sum="required" />
    </FormDrawer>
  )
}
