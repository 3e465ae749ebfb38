import { Button, Form, Input } from 'antd'
import { acceptanceBillApi, invalidatedByFinanceDecision } from '#console/billing/finance/finance-api.ts'
import { ApproveAndRejectButtons } from '#console/platform/components/dual-control.tsx'
import { AmountField, DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { createNumberRule, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type AcceptanceRequestKind,
  acceptanceBillLifecycle,
  acceptanceRequestKinds,
  QUOTED_DISCOUNT_RATE_MAX_BP,
} from '#contract/money/statements/acceptance-lifecycle.ts'
import { type ConsoleAcceptanceDetail, consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { type AcceptanceDrawerProps, HonourOrDiscountAcceptanceDrawer } from './honour-or-discount-drawer.tsx'

type Bill = ConsoleAcceptanceDetail
type Verb = keyof typeof acceptanceBillLifecycle.verbs
const { reject, proposeHonour } = consoleAcceptanceBillEndpoints
/** Hundredths of a percent. */
const PERCENT = 100

/** The steps that the state of a bill allows. `decided`: called after one that leads to the next bill that waits. */
export function AcceptanceActions({ bill, decided }: { bill: Bill; decided: () => unknown }) {
  const { state } = bill
  const { reason: why } = usePermission(consoleAcceptanceBillEndpoints.accept)
  const drawer = useDrawer<'accept' | 'reject' | 'bounce' | 'honour' | 'discount' | 'exception' | 'recourse'>()
  const can = (verb: Verb) => acceptanceBillLifecycle.verbs[verb].from.some((one) => one === state)
  const grey = toDisabledProps(why)
  const shown = (of: typeof drawer.subject) => drawer.open && drawer.subject === of
  return (
    <>
      {can('reject') && (
        <Button danger aria-keyshortcuts="R" {...grey} onClick={() => drawer.show('reject')}>
          拒收
        </Button>
      )}
      {can('accept') && (
        <Button type="primary" aria-keyshortcuts="A" {...grey} onClick={() => drawer.show('accept')}>
          接收
        </Button>
      )}
      {(can('bounce') || can('bounceBought')) && (
        <Button danger aria-keyshortcuts="R" {...grey} onClick={() => drawer.show('bounce')}>
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
          <Button type="primary" aria-keyshortcuts="A" {...grey} onClick={() => drawer.show('honour')}>
            兑付
          </Button>
        </>
      )}
      {can('recourse') && (
        <Button type="primary" aria-keyshortcuts="A" {...grey} onClick={() => drawer.show('recourse')}>
          付追索款
        </Button>
      )}
      <AcceptDrawer bill={bill} decided={decided} open={shown('accept')} close={drawer.close} />
      <OpinionDrawer bill={bill} decided={decided} verb="reject" open={shown('reject')} close={drawer.close} />
      <OpinionDrawer bill={bill} decided={decided} verb="bounce" open={shown('bounce')} close={drawer.close} />
      <HonourOrDiscountAcceptanceDrawer bill={bill} verb="honour" open={shown('honour')} close={drawer.close} />
      <HonourOrDiscountAcceptanceDrawer bill={bill} verb="discount" open={shown('discount')} close={drawer.close} />
      <ExceptionDrawer bill={bill} open={shown('exception')} close={drawer.close} />
      <RecourseDrawer bill={bill} open={shown('recourse')} close={drawer.close} />
    </>
  )
}

/** 接收, with what discounting the bill may cost. */
function AcceptDrawer({ bill, decided, open, close }: AcceptanceDrawerProps & { decided: () => unknown }) {
  const { enterpriseId, id, amount } = bill
  const call = useApiMutation(acceptanceBillApi.accept, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已接收，票据覆盖待还账款',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<{ rate?: number | null }>
      title="接收票据"
      open={open}
      close={close}
      busy={call.isPending}
      initial={{}}
      submit={({ rate }) =>
        call.mutate(typeof rate === 'number' ? { enterpriseId, id, quotedRateBp: Math.round(rate * PERCENT) } : { enterpriseId, id })
      }
      submitText="接收"
    >
      <p className="drawer-lead">{formatMoney(amount)} · 覆盖待还账款，到期后 3 日内不计息、不停赊销；收到票款后才还款。</p>
      <Form.Item
        name="rate"
        label="约定年贴现率"
        rules={[createNumberRule({ min: 0, max: QUOTED_DISCOUNT_RATE_MAX_BP / PERCENT, decimals: 2 })]}
        extra="贴现的费用按它计算，超过时须另一位财务人员同意；不填视为没有约定"
      >
        <NumberInput className="num" suffix="%" />
      </Form.Item>
    </FormDrawer>
  )
}

function OpinionDrawer({
  bill,
  verb,
  decided,
  open,
  close,
}: AcceptanceDrawerProps & { verb: 'reject' | 'bounce'; decided: () => unknown }) {
  const { enterpriseId, id, amount, freed, state } = bill
  const rejecting = useApiMutation(acceptanceBillApi.reject, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已拒收，企业会收到原因',
    close,
    afterSuccess: decided,
  })
  const bouncing = useApiMutation(acceptanceBillApi.bounce, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已退票，利息已补收',
    close,
    afterSuccess: decided,
  })
  const call = verb === 'reject' ? rejecting : bouncing
  const after = `按未收款处理：账款恢复待还并补收利息${freed > 0 ? `，收回已释放的额度 ${formatMoney(freed)}` : ''}。${state === 'DISCOUNTED' ? '银行扣回票款后，由两人登记付追索款。' : ''}`
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

/** 例外兑付: the request of one person. */
function ExceptionDrawer({ bill, open, close }: AcceptanceDrawerProps) {
  const { enterpriseId, id, amount, maturityDay } = bill
  const propose = useApiMutation(acceptanceBillApi.proposeHonour, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已提交，由另一位财务人员同意',
    close,
  })
  return (
    <FormDrawer<{ valueDay: string; fee: string; reason: string }>
      title="例外兑付"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{ fee: '0' }}
      submit={({ valueDay, fee, reason }) => propose.mutate({ enterpriseId, id, valueDay, fee: parseAmountOrThrow(fee), reason })}
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

/** 付追索款: the request of one person. */
function RecourseDrawer({ bill, open, close }: AcceptanceDrawerProps) {
  const { enterpriseId, id, amount, paidDay } = bill
  const propose = useApiMutation(acceptanceBillApi.proposeRecourse, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已提交，由另一位财务人员同意',
    close,
  })
  return (
    <FormDrawer<{ valueDay: string; reason: string }>
      title="付追索款"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{}}
      submit={({ valueDay, reason }) => propose.mutate({ enterpriseId, id, valueDay, reason })}
      submitText="提交申请"
      grave
    >
      <p className="drawer-lead">银行扣回票款 {formatMoney(amount)}。由另一位财务人员同意后，按扣款日记银行存款减少。</p>
      <DayField name="valueDay" label="扣款日" {...(paidDay === null ? {} : { min: paidDay })} />
      <ReasonField max={200} />
    </FormDrawer>
  )
}

const consequences: Record<AcceptanceRequestKind, string> = {
  honour: '同意后票款入账并还款，不能再退票。',
  discount: '同意后按银行流水入账并还款，贴现息与手续费由商城承担。',
  recourse: '同意后按扣款日记银行存款减少，票据结束。',
}

/** The decision of another person about a request; its author can only withdraw it. */
export function DecideAcceptanceRequestForm({
  enterpriseId,
  id,
  own,
  kind,
  onDecided,
}: {
  enterpriseId: string
  id: string
  own: boolean
  kind: AcceptanceRequestKind
  onDecided?: () => void
}) {
  const { reason: why } = usePermission(consoleAcceptanceBillEndpoints.decideHonour)
  const confirm = useConfirm()
  const decide = useApiMutation(acceptanceBillApi.decideHonour, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: own ? '已撤回' : '已处理',
    onSuccess: () => onDecided?.(),
  })
  const ask = () =>
    confirm({
      title: `同意${acceptanceRequestKinds[kind].label}？`,
      content: `${consequences[kind]}申请人不能同意自己的申请。`,
      okText: '同意',
      grave: true,
      run: () => decide.mutateAsync({ enterpriseId, id, approve: true }),
    })
  return (
    <ApproveAndRejectButtons
      own={own}
      denied={why}
      subject="例外兑付申请"
      approve={ask}
      reject={() => decide.mutateAsync({ enterpriseId, id, approve: false })}
    />
  )
}
