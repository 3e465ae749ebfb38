import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { acceptanceBillApi, bankLineApi, invalidatedByFinanceDecision } from '#console/billing/finance/finance-api.ts'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { parseAmount, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { computeDiscountCostMaxForOnePerson } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ConsoleAcceptanceDetail } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { type Fen, formatMoney, formatRateAsExactPercent, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

const { honour, discount } = consoleAcceptanceBillEndpoints
const LINES = 50

export interface AcceptanceDrawerProps {
  bill: ConsoleAcceptanceDetail
  open: boolean
  close: () => void
}

interface MoneyFields {
  lineId: string
  fee: string
  discount: string
  reason: string
}

/** 兑付 or 贴现 against a line of the bank that its file contains and that is not used up. */
export function HonourOrDiscountAcceptanceDrawer({ bill, verb, open, close }: AcceptanceDrawerProps & { verb: 'honour' | 'discount' }) {
  const { enterpriseId, id, amount, maturityDay, quotedRateBp } = bill
  const lines = useQuery({
    queryKey: ['finance', 'acceptance', 'lines'],
    queryFn: () => bankLineApi.lines({ open: true, pageNo: 1, pageSize: LINES }),
    enabled: open,
  })
  const done = { invalidates: invalidatedByFinanceDecision, close }
  const honouring = useApiMutation(acceptanceBillApi.honour, { ...done, successMessage: '已兑付，票款用于还款' })
  const discounting = useApiMutation(acceptanceBillApi.discount, { ...done, successMessage: '已贴现，票款用于还款' })
  const proposing = useApiMutation(acceptanceBillApi.proposeDiscount, { ...done, successMessage: '已提交，由另一位财务人员同意' })
  const fits = (on: string) => (verb === 'honour' ? on >= maturityDay : on < maturityDay)
  /** What one person may say of the cost of a discount with a line; undefined: the line is not chosen yet. */
  const mostOf = (lineId: string | undefined): Fen | undefined => {
    const line = lines.data?.dataList.find((one) => one.id === lineId)
    return line && computeDiscountCostMaxForOnePerson({ amountFen: amount, maturityDay, quotedRateBp }, line.day)
  }
  const options = (lines.data?.dataList ?? [])
    .filter(({ source, day: on }) => source === 'statement' && fits(on))
    .map(({ id: lineId, day: on, payerName, rest, reference }) => ({
      value: lineId,
      label: `${on} ${formatMoney(rest)} ${payerName} ${reference}`,
    }))
  return (
    <FormDrawer<MoneyFields>
      title={verb === 'honour' ? '到期兑付' : '贴现'}
      open={open}
      close={close}
      busy={honouring.isPending || discounting.isPending || proposing.isPending}
      initial={{ fee: '0', discount: '0' }}
      submit={({ lineId, fee, discount: interest, reason }) => {
        const paid = { enterpriseId, id, lineId, fee: parseAmountOrThrow(fee) }
        if (verb === 'honour') honouring.mutate(paid)
        else if (isDear({ fee, discount: interest }, mostOf(lineId)))
          proposing.mutate({ ...paid, discount: parseAmountOrThrow(interest), reason })
        else discounting.mutate({ ...paid, discount: parseAmountOrThrow(interest) })
      }}
      submitText={verb === 'honour' ? '兑付' : '提交'}
    >
      <p className="drawer-lead">
        票面 {formatMoney(amount)}，{maturityDay} 到期。按流水的到账日还款；票面与到账之差是银行扣收的费用，由商城承担。
      </p>
      <Form.Item
        name="lineId"
        label="银行流水"
        required
        rules={[toFormRule(honour.input.shape.lineId)]}
        extra="只列出对账单中未用完、日期相符的流水"
      >
        <Select
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          loading={lines.isLoading}
          getPopupContainer={getOverlayContainer}
        />
      </Form.Item>
      {verb === 'discount' && <AmountField name="discount" label="贴现息" rule={discount.input.shape.discount} />}
      <AmountField name="fee" label="手续费" rule={honour.input.shape.fee} />
      {verb === 'discount' && <DiscountTerms quotedRateBp={quotedRateBp} mostOf={mostOf} />}
    </FormDrawer>
  )
}

/** Whether the cost of a discount is more than one person may say. Texts that are no amounts are refused elsewhere. */
function isDear({ fee, discount: interest }: Partial<MoneyFields>, most: Fen | undefined): boolean {
  return most !== undefined && sum([parseAmount(fee ?? '') ?? ZERO_FEN, parseAmount(interest ?? '') ?? ZERO_FEN]) > most
}

/** What was agreed when the bill was taken, and the reason if a discount costs more. */
function DiscountTerms({ quotedRateBp, mostOf }: { quotedRateBp: number | null; mostOf: (lineId: string | undefined) => Fen | undefined }) {
  const values = Form.useWatch((form: MoneyFields) => form)
  const most = mostOf(values?.lineId)
  const dear = isDear(values ?? {}, most)
  const agreed =
    quotedRateBp === null
      ? '接收时未登记约定的贴现率。'
      : quotedRateBp === 0
        ? '接收时没有约定贴现率。'
        : `约定年贴现率 ${formatRateAsExactPercent(quotedRateBp)}。`
  return (
    <>
      <p className="drawer-lead">
        {agreed}
        {most !== undefined && `按该流水的到账日，一人可登记的费用合计不超过 ${formatMoney(most)}。`}
        {dear && '超过的须另一位财务人员同意，请写明原因。'}
      </p>
      {dear && <ReasonField max={200} />}
    </>
  )
}
