import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import { bankAllocationsOfTodayQuery } from '#console/billing/bank/bank-api.ts'
import { createRequireOneRule, RefusedMoney } from '#console/billing/bank/chosen-money.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { ServerWorkProgress } from '#console/platform/components/work-progress.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { BankAllocationOfToday } from '#contract/billing/bank/shapes.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { groupUsesByCompany, useUndoBankAllocations } from './undo-allocations.ts'
import '#console/billing/bank/bank.css'

const TITLE = '撤销当天确认'
const REASON_MAX = 200

interface DrawerProps {
  open: boolean
  close: () => void
}

/** The button that takes back what was confirmed today, after a list of it. The list is fetched before it opens, so that its form begins with what is there. */
export function UndoTodayButton() {
  const { allowed } = usePermission(consoleBankEndpoints.undo)
  // How often it was opened: each opening begins with all that can be taken back.
  const drawer = useDrawer<number>()
  const { open, close, subject = 0 } = drawer
  const found = useQuery({ ...bankAllocationsOfTodayQuery, enabled: open })
  if (!allowed) return null
  const standing = found.data?.allocations.filter(({ undone }) => undone === null) ?? []
  return (
    <>
      <Button aria-keyshortcuts="U" loading={found.isLoading} onClick={() => drawer.show(subject + 1)}>
        {TITLE}
      </Button>
      {standing.length > 0 ? (
        <UndoTodayForm key={subject} uses={standing} total={found.data?.total ?? 0} open={open} close={close} />
      ) : (
        <NothingToUndo from={found} open={open && !found.isLoading} close={close} />
      )}
    </>
  )
}

/** What is shown instead of the list: that there is nothing, or that it did not come. */
const NothingToUndo = ({ from, open, close }: DrawerProps & { from: UseQueryResult<unknown> }) => (
  <SideDrawer title={TITLE} open={open} close={close} size={760}>
    <QueryContent from={from} waiting={<SkeletonBars count={8} height={44} />}>
      {() => <EmptyState title="今天还没有可以撤销的确认" next="确认到账后当天可以在这里撤销；以前的确认已记账" />}
    </QueryContent>
  </SideDrawer>
)

const requireOne = createRequireOneRule('请至少选择一笔')

interface Values {
  scope: 'own' | 'all'
  chosen: string[]
  reason: string
}

/** The uses of a scope, each with why it stays if that scope is taken back. */
const listUsesInScope = (uses: readonly BankAllocationOfToday[], scope: Values['scope']): BankAllocationOfToday[] =>
  scope === 'all' ? [...uses] : uses.filter(({ own }) => own).map((use) => Object.assign({}, use, { stays: use.staysInOwn }))

const idsOfUndoable = (uses: readonly BankAllocationOfToday[], scope: Values['scope']): string[] =>
  listUsesInScope(uses, scope).flatMap(({ id, stays }) => (stays === null ? [id] : []))

/** What was confirmed today, with why some of it stays. What the person has confirmed is chosen at first. */
function UndoTodayForm({ uses, total, open, close }: DrawerProps & { uses: readonly BankAllocationOfToday[]; total: number }) {
  const { undoing, done, stop } = useUndoBankAllocations(close)
  const { data: outcome, isPending, variables } = undoing
  const refused = outcome?.refused ?? []
  const [scope, setScope] = useState<Values['scope']>('own')
  const [chosen, setChosen] = useState(() => idsOfUndoable(uses, 'own'))
  const shown = listUsesInScope(uses, scope)
  const picked = shown.filter(({ id, stays }) => stays === null && chosen.includes(id))
  const companies = groupUsesByCompany(variables?.uses ?? []).length
  return (
    <FormDrawer<Values>
      title={TITLE}
      open={open}
      close={() => {
        stop()
        close()
      }}
      busy={isPending}
      initial={{ scope, chosen }}
      submit={({ reason }) => undoing.mutate({ uses: picked, reason })}
      submitText={`撤销 ${formatCount(picked.length)} 笔，共 ${formatMoney(sum(picked.map(({ amount }) => amount)))}`}
      grave
      wide
    >
      <p className="drawer-lead">
        订单恢复待支付，充值从钱包扣回，还款恢复待还，流水恢复待认领；买家会收到通知。同一企业的全部撤销或全部不撤销。
      </p>
      <RefusedMoney
        title={`${formatCount(refused.length)} 家企业没有撤销，到账保持不变`}
        rows={refused.map(({ company, why }) => ({ key: `${company} ${why}`, about: company, why }))}
      />
      {isPending && (
        <ServerWorkProgress
          label="正在撤销"
          done={done}
          of={companies}
          text={`${formatCount(done)} / ${formatCount(companies)}`}
          note="关闭窗口或离开后，其余不再撤销"
        />
      )}
      <Uses uses={uses} shown={shown} disabled={isPending} setScope={setScope} setChosen={setChosen} />
      {total > uses.length && <p className="mute">今天共确认 {formatCount(total)} 笔，这里列出最近的。</p>}
    </FormDrawer>
  )
}

interface UsesProps {
  uses: readonly BankAllocationOfToday[]
  shown: readonly BankAllocationOfToday[]
  disabled: boolean
  setScope: (scope: Values['scope']) => void
  setChosen: (ids: string[]) => void
}

/** Whose uses are shown, the reason, and the uses. */
function Uses({ uses, shown, disabled, setScope, setChosen }: UsesProps) {
  const form = Form.useFormInstance<Values>()
  const changeScope = (scope: Values['scope']) => {
    const ids = idsOfUndoable(uses, scope)
    form.setFieldsValue({ chosen: ids })
    setScope(scope)
    setChosen(ids)
  }
  return (
    <>
      <Form.Item name="scope" label="确认人">
        <Radio.Group
          disabled={disabled}
          onChange={({ target }) => changeScope(target.value)}
          options={[
            { value: 'own', label: `本人 ${formatCount(uses.filter(({ own }) => own).length)} 笔` },
            { value: 'all', label: `全部 ${formatCount(uses.length)} 笔` },
          ]}
        />
      </Form.Item>
      <ReasonField max={REASON_MAX} label="撤销原因（买家可见）" focus />
      <Form.Item name="chosen" rules={[{ validator: requireOne }]}>
        <Checkbox.Group
          className="exact-matches"
          disabled={disabled}
          onChange={setChosen}
          options={shown.map((use) => ({ value: use.id, disabled: use.stays !== null, label: <Use use={use} /> }))}
        />
      </Form.Item>
      {shown.length === 0 && <p className="mute">今天您没有确认过到账；选择“全部”查看其他人的。</p>}
    </>
  )
}

const Use = ({ use: { enterpriseName: name, amount, label, title, by, at, line, stays } }: { use: BankAllocationOfToday }) => (
  <span className="exact-match">
    <span>{formatEnterpriseName({ name })}</span>
    <b className="num">{formatMoney(amount)}</b>
    <small>
      {label} · {title} · 流水号 <span className="num">{line.reference}</span> · {by}{' '}
      <time className="num">{formatShanghaiTimeToMinute(at).slice(-5)}</time>
    </small>
    {stays !== null && <small className="undo-stays">不能撤销：{stays}</small>}
  </span>
)
