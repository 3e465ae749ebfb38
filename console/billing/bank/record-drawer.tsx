import { useRouter } from '@tanstack/react-router'
import { Form } from 'antd'
import { invalidatedByValueDay, valueDayApi } from '#console/billing/value-days/value-days-api.ts'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { getEarliestValueDayForOnePerson } from '#contract/billing/bank/value-day.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { bankApi, invalidatedByBankLineAssignment } from './bank-api.ts'
import { type ManualBankLineFormValues, toManualBankLine } from './manual-line.ts'
import { ManualBankLineFields } from './manual-line-fields.tsx'

const REASON_MAX = 200

/** Why a day lies too far back for one person. Another day needs no reason. */
function EarlyDayReason({ alone }: { alone: string }) {
  const day: unknown = Form.useWatch('day')
  if (typeof day !== 'string' || day === '' || day >= alone) return null
  return <ReasonField max={REASON_MAX} label="早于 3 天前的原因" />
}

/** The form to type a line from the bank's page, before its statement. An early day becomes a request to another person. */
export function RecordManualBankLineDrawer({ open, close }: { open: boolean; close: () => void }) {
  const router = useRouter()
  const confirm = useConfirm()
  const alone = getEarliestValueDayForOnePerson(toShanghaiDay(useNow()))
  const record = useApiMutation(bankApi.record, {
    invalidates: invalidatedByBankLineAssignment,
    successMessage: '流水已登记',
    close,
    afterSuccess: ({ lineId }) => router.navigate({ to: '/bank_line', search: { lineId } }),
  })
  const propose = useApiMutation(valueDayApi.propose, {
    invalidates: invalidatedByValueDay,
    successMessage: '已提交，等另一位财务人员同意',
    close,
    afterSuccess: () => router.navigate({ to: '/value_days' }),
  })
  const openConfirm = (values: ManualBankLineFormValues) => {
    const line = toManualBankLine(values)
    const early = line.day < alone
    const what = `${line.day} ${line.payerName || '未填户名'} 到账 ${formatMoney(line.amount)}，流水号 ${line.reference}。`
    confirm({
      title: early ? '提交起息日申请？' : '登记这条流水？',
      content: early ? `${what}到账日期早于 3 天前，另一位财务人员同意后登记。` : `${what}登记后进入待查款项。`,
      okText: early ? '提交申请' : '登记',
      run: () => (early ? propose.mutateAsync({ ...line, reason: values.reason ?? '' }) : record.mutateAsync(line)),
    })
  }
  return (
    <FormDrawer<ManualBankLineFormValues>
      title="登记流水"
      open={open}
      close={close}
      busy={record.isPending || propose.isPending}
      initial={{}}
      submit={openConfirm}
      submitText="登记"
    >
      <p className="drawer-lead">照银行网页抄录。以后导入对账单时，同一流水号不会重复入账，到账日期以对账单为准。</p>
      <ManualBankLineFields sum="required" early />
      <EarlyDayReason alone={alone} />
    </FormDrawer>
  )
}
