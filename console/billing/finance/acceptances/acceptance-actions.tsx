import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { acceptanceBillApi, bankLineApi, invalidatedByFinance } from '#console/billing/finance/finance-api.ts'
import { DecisionButtons } from '#console/platform/components/dual-control.tsx'
import { AmountField, DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { parseValidAmount, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { type ConsoleAcceptanceDetail, consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'

type Bill = ConsoleAcceptanceDetail
type Verb = keyof typeof acceptanceBillLifecycle.verbs
const { reject, honour, discount, proposeHonour } = consoleAcceptanceBillEndpoints
const LINES = 50

interface DrawerProps {
  bill: Bill
  open: boolean
  close: () => void
}

/** The steps that the state of a bill allows. */
export function AcceptanceActions({ bill }: { bill: Bill }) {
  const { enterpriseId, id, state, amount } = bill
  const { reason: why } = usePermission(consoleAcceptanceBillEndpoints.accept)
  const confirm = useConfirm()
  const drawer = useDrawer<'reject' | 'bounce' | 'honour' | 'discount' | 'exception'>()
  const accept = useApiMutation(acceptanceBillApi.accept, { refresh: invalidatedByFinance, said: '已接收，票据覆盖待还账款' })
  const can = (verb: Verb) => acceptanceBillLifecycle.verbs[verb].from.some((one) => one === state)
  const grey = toDisabledProps(why)
  const ask = () =>
    confirm({
      title: `接收票据 ${formatMoney(amount)}？`,
      content: '覆盖待还账款，到期后 3 日内不计息、不停赊销；收到票款后才还款。',
      okText: '确定',
      run: () => accept.mutateAsync({ enterpriseId, id }),
    })
  const shown = (of: typeof drawer.subject) => drawer.open && drawer.subject === of
  return (
    <>
      {can('reject') && (
        <Button danger {...grey} onClick={() => drawer.show('reject')}>
          拒收
        </Button>
      )}
      {can('accept') && (
        <Button type="primary" {...grey} onClick={ask}>
          接收
        </Button>
      )}
      {can('bounce') && (
        <Button danger {...grey} onClick={() => drawer.show('bounce')}>
          退票
        </Button>
      )}
      {can('discount') && (
        <Button {...grey} onClick={() => drawer.show('discount')}>
          贴现
        </Button>
      )}
      {can('honour') && (
        <>
          <Button {...grey} onClick={() => drawer.show('exception')}>
            例外兑付
          </Button>
          <Button type="primary" {...grey} onClick={() => drawer.show('honour')}>
            兑付
          </Button>
        </>
      )}
      <OpinionDrawer bill={bill} verb="reject" open={shown('reject')} close={drawer.close} />
      <OpinionDrawer bill={bill} verb="bounce" open={shown('bounce')} close={drawer.close} />
      <MoneyDrawer bill={bill} verb="honour" open={shown('honour')} close={drawer.close} />
      <MoneyDrawer bill={bill} verb="discount" open={shown('discount')} close={drawer.close} />
      <ExceptionDrawer bill={bill} open={shown('exception')} close={drawer.close} />
    </>
  )
}

function OpinionDrawer({ bill, verb, open, close }: DrawerProps & { verb: 'reject' | 'bounce' }) {
  const { enterpriseId, id, amount, freed } = bill
  const rejecting = useApiMutation(acceptanceBillApi.reject, { refresh: invalidatedByFinance, said: '已拒收，企业会收到原因', done: close })
  const bouncing = useApiMutation(acceptanceBillApi.bounce, { refresh: invalidatedByFinance, said: '已退票，利息已补收', done: close })
  const call = verb === 'reject' ? rejecting : bouncing
  const after = `视同从未收到：账款恢复待还并补收利息${freed > 0 ? `，收回已释放的额度 ${formatMoney(freed)}` : ''}。`
  return (
    <FormDrawer<{ opinion: string }>
      title={verb === 'reject' ? '拒收票据' : '退票'}
      open={open}
      close={close}
      busy={call.isPending}
      initial={{}}
      submit={({ opinion }) => call.mutate({ enterpriseId, id, opinion })}
      submitText={verb === 'reject' ? '拒收' : '退票'}
      grave
    >
      <p className="drawer-lead">
        {formatMoney(amount)} · {verb === 'reject' ? '拒收后不用于还款。' : after}
      </p>
      <Form.Item name="opinion" label="原因" required rules={[toFormRule(reject.input.shape.opinion)]}>
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="企业会看到" />
      </Form.Item>
    </FormDrawer>
  )
}

interface MoneyFields {
  lineId: string
  fee: string
  discount: string
}

/** 兑付 or 贴现 against a line of the bank that its file contains and that is not used up. */
function MoneyDrawer({ bill, verb, open, close }: DrawerProps & { verb: 'honour' | 'discount' }) {
  const { enterpriseId, id, amount, maturityDay } = bill
  const lines = useQuery({
    queryKey: ['finance', 'acceptance', 'lines'],
    queryFn: () => bankLineApi.lines({ open: true, pageNo: 1, pageSize: LINES }),
    enabled: open,
  })
  const done = { refresh: invalidatedByFinance, done: close }
  const honouring = useApiMutation(acceptanceBillApi.honour, { ...done, said: '已兑付，票款用于还款' })
  const discounting = useApiMutation(acceptanceBillApi.discount, { ...done, said: '已贴现，票款用于还款' })
  const fits = (day: string) => (verb === 'honour' ? day >= maturityDay : day < maturityDay)
  const options = (lines.data?.dataList ?? [])
    .filter(({ source, day }) => source === 'statement' && fits(day))
    .map(({ id: lineId, day, payerName, rest, reference }) => ({
      value: lineId,
      label: `${day} ${formatMoney(rest)} ${payerName} ${reference}`,
    }))
  return (
    <FormDrawer<MoneyFields>
      title={verb === 'honour' ? '到期兑付' : '贴现'}
      open={open}
      close={close}
      busy={honouring.isPending || discounting.isPending}
      initial={{ fee: '0', discount: '0' }}
      submit={({ lineId, fee, discount: interest }) => {
        const paid = { enterpriseId, id, lineId, fee: parseValidAmount(fee) }
        if (verb === 'honour') honouring.mutate(paid)
        else discounting.mutate({ ...paid, discount: parseValidAmount(interest) })
      }}
      submitText={verb === 'honour' ? '兑付' : '贴现'}
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
    </FormDrawer>
  )
}

/** 例外兑付: the request of one person. */
function ExceptionDrawer({ bill, open, close }: DrawerProps) {
  const { enterpriseId, id, amount, maturityDay } = bill
  const propose = useApiMutation(acceptanceBillApi.proposeHonour, {
    refresh: invalidatedByFinance,
    said: '已提交，由另一位财务人员同意',
    done: close,
  })
  return (
    <FormDrawer<{ valueDay: string; fee: string; reason: string }>
      title="例外兑付"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{ fee: '0' }}
      submit={({ valueDay, fee, reason }) => propose.mutate({ enterpriseId, id, valueDay, fee: parseValidAmount(fee), reason })}
      submitText="提交申请"
      grave
    >
      <p className="drawer-lead">票面 {formatMoney(amount)}。没有对应的银行流水时使用，须由另一位财务人员同意后入账。</p>
      <DayField name="valueDay" label="到账日" min={maturityDay} />
      <AmountField name="fee" label="手续费" rule={proposeHonour.input.shape.fee} />
      <ReasonField max={200} />
    </FormDrawer>
  )
}

/** The decision of another person about an exception; its author can only withdraw it. */
export function DecideRequest({ enterpriseId, id, own }: { enterpriseId: string; id: string; own: boolean }) {
  const { reason: why } = usePermission(consoleAcceptanceBillEndpoints.decideHonour)
  const confirm = useConfirm()
  const decide = useApiMutation(acceptanceBillApi.decideHonour, { refresh: invalidatedByFinance, said: own ? '已撤回' : '已处理' })
  const ask = () =>
    confirm({
      title: '同意例外兑付？',
      content: '同意后票款入账并还款，不能再退票。申请人不能同意自己的申请。',
      okText: '同意',
      grave: true,
      run: () => decide.mutateAsync({ enterpriseId, id, approve: true }),
    })
  return (
    <DecisionButtons
      own={own}
      denied={why}
      subject="例外兑付申请"
      approve={ask}
      reject={() => decide.mutateAsync({ enterpriseId, id, approve: false })}
    />
  )
}
