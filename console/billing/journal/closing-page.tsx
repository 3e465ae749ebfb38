import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { journalMonthLifecycle } from '#contract/billing/journal/journal-month-lifecycle.ts'
import { consoleJournalMonthEndpoints, type JournalMonth } from '#contract/billing/journal/months-api.ts'
import { journalMonthApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'

const tones: Record<JournalMonth['state'], TagTone> = { OPEN: 'wait', CLOSED: 'good', ASKED: 'wait' }
const invalidates = [['finance', 'journal']] as const

function Actions({ row: { month, actions, askedBy, reason }, ask }: { row: JournalMonth; ask: (month: string) => void }) {
  const confirm = useConfirm()
  const { allowed } = usePermission(consoleJournalMonthEndpoints.close)
  const close = useApiMutation(journalMonthApi.close, { invalidates, successMessage: `${month} 已结账` })
  const remake = useApiMutation(journalMonthApi.remake, { invalidates, successMessage: `${month} 的凭证已重新生成` })
  const decide = useApiMutation(journalMonthApi.decide, { invalidates, successMessage: '已处理' })
  if (!allowed || actions.length === 0) return EMPTY_CELL
  const offers: Record<JournalMonth['actions'][number], [label: string, run: () => void]> = {
    close: [
      '结账',
      () =>
        confirm({
          title: `结 ${month} 的账？`,
          content: '结账后该月凭证不再变化；需要修改时由两人反结账。',
          okText: '结账',
          run: () => close.mutateAsync({ month }),
        }),
    ],
    remake: [
      '重新生成',
      () =>
        confirm({
          title: `重新生成 ${month} 的凭证？`,
          content: '按现行记账规则生成，凭证号可能变化；已导入财务软件的，请在财务软件中先删除该月凭证。',
          okText: '重新生成',
          run: () => remake.mutateAsync({ month }),
        }),
    ],
    ask: ['反结账', () => ask(month)],
    agree: [
      '同意反结账',
      () =>
        confirm({
          title: `同意反结账 ${month}？`,
          content: `${askedBy ?? ''}：${reason ?? ''}。同意后该月凭证可以重新生成，已导入财务软件的须一并处理。`,
          okText: '同意反结账',
          grave: true,
          run: () => decide.mutateAsync({ month, approve: true }),
        }),
    ],
    refuse: [actions.includes('agree') ? '驳回' : '撤回申请', () => decide.mutate({ month, approve: false })],
  }
  return (
    <span className="row-actions">
      {actions.map((action) => (
        <Button key={action} size="small" onClick={offers[action][1]}>
          {offers[action][0]}
        </Button>
      ))}
    </span>
  )
}

const createColumns = (ask: (month: string) => void): Column<JournalMonth>[] => [
  customColumn({
    title: '月份',
    width: 100,
    value: ({ month }) => (
      <Link to="/trial_balance" search={{ monthFrom: month, monthTo: month }} className="num">
        {month}
      </Link>
    ),
  }),
  customColumn({
    title: '状态',
    width: 116,
    value: ({ state }) => <Tag tone={tones[state]}>{journalMonthLifecycle.states[state].label}</Tag>,
  }),
  countColumn({ title: '已生成天数', width: 96, value: ({ days }) => days }),
  countColumn({ title: '凭证', width: 80, value: ({ entries }) => entries }),
  moneyColumn({ title: '借方合计', width: 140, value: ({ debit }) => debit }),
  customColumn({
    title: '结账',
    width: 150,
    value: ({ closedBy, closedAt }) => (closedAt === null ? EMPTY_CELL : <AuthorAndTime name={closedBy ?? ''} at={closedAt} />),
  }),
  customColumn({
    title: '反结账',
    value: ({ askedBy, askedAt, reason }) =>
      askedAt === null ? (
        EMPTY_CELL
      ) : (
        <>
          <AuthorAndTime name={`${askedBy ?? ''} 申请`} at={askedAt} />
          <small>{reason}</small>
        </>
      ),
  }),
  customColumn({ title: '操作', width: 170, value: (row) => <Actions row={row} ask={ask} /> }),
]

function RequestReopeningDrawer({ month, open, close }: { month: string; open: boolean; close: () => void }) {
  const ask = useApiMutation(journalMonthApi.ask, { invalidates, successMessage: '已提出，由另一人同意后反结账', close })
  return (
    <FormDrawer<{ reason: string }>
      title={`反结账 ${month}`}
      open={open}
      close={close}
      busy={ask.isPending}
      initial={{}}
      submit={({ reason }) => ask.mutate({ month, reason })}
      submitText="提出"
    >
      <Form.Item name="reason" label="原因" required rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} rows={3} />
      </Form.Item>
    </FormDrawer>
  )
}

/** 结账: the months of the journal, closed by one person and opened again by two. */
export function Page() {
  const drawer = useDrawer<string>()
  return (
    <>
      <ListPage
        title="结账"
        note="按月份先后结账；已结账的月份不再生成凭证，更正记入未结账的月份。反结账须另一人同意。"
        queryKey={['finance', 'journal', 'closing']}
        fields={{}}
        list={(input, options) => journalMonthApi.list(input, options)}
        columns={createColumns(drawer.show)}
        rowKey={({ month }) => month}
        width={1100}
        above={<JournalTabs />}
        empty="还没有凭证"
        next="有资金变动的日子，次日 0:30 生成凭证"
      />
      {drawer.subject && <RequestReopeningDrawer key={drawer.subject} month={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}
