import { SENSITIVE_CHANGE_AUTO_EFFECT_TEXT } from '#console/platform/components/authentication/second-person-texts.ts'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { type SensitiveChange, sensitiveChangeScreenAreas } from '#contract/people/staff/sensitive-change-api.ts'
import { sensitiveChangeLifecycle } from '#contract/people/staff/sensitive-change-lifecycle.ts'
import { SensitiveChangeActions } from './change-actions.tsx'
import { SensitiveChangeEffectTime, SensitiveChangeFieldDiffs, SensitiveChangeStateTag, SensitiveChangeSubject } from './change-parts.tsx'
import { type SensitiveChangeDecision, SensitiveChangeDecisionDrawer } from './decision-drawer.tsx'
import { sensitiveChangeApi } from './sensitive-changes-api.ts'

const fields = { state: tabsFilter('状态', sensitiveChangeLifecycle.states), area: choiceFilter('类型', sensitiveChangeScreenAreas) }
const queue = createListQueue('/sensitive_changes', {
  fields,
  rows: (input, options) => sensitiveChangeApi.list(input, options),
  waiting: ['PENDING'],
  queryKey: ['sensitive-change', 'list'],
})

const columns: Column<SensitiveChange>[] = [
  customColumn({ title: '变更', width: 220, value: (change) => <SensitiveChangeSubject change={change} /> }),
  customColumn({ title: '原值与新值', value: ({ changes }) => <SensitiveChangeFieldDiffs changes={changes} /> }),
  customColumn({ title: '提出', width: 140, value: ({ askedBy, askedAt }) => <AuthorAndTime name={askedBy} at={askedAt} /> }),
  customColumn({ title: '生效', width: 140, value: (change) => <SensitiveChangeEffectTime change={change} /> }),
  customColumn({ title: '状态', width: 150, value: (change) => <SensitiveChangeStateTag change={change} /> }),
  customColumn({
    title: '处理',
    width: 140,
    value: ({ decidedBy, decidedAt }) => (decidedAt === null ? '—' : <AuthorAndTime name={decidedBy ?? '系统'} at={decidedAt} />),
  }),
]

/** 敏感变更: what one administrator requests, and another approves or stops. */
export function Page() {
  const decision = useDrawer<SensitiveChangeDecision>()
  const { decided, ...run } = useListRun(queue)
  const actions = customColumn<SensitiveChange>({
    title: '操作',
    width: 180,
    value: (change) => <SensitiveChangeActions change={change} decide={decision.show} />,
  })
  return (
    <>
      <ListPage
        title="敏感变更"
        note={`财务、审核、管理员账号，密码和动态口令的重置，以及影响资金的设置：另一位管理员同意后生效，${SENSITIVE_CHANGE_AUTO_EFFECT_TEXT}自动生效。`}
        queryKey={['sensitive-change', 'list']}
        fields={fields}
        list={(input, options) => sensitiveChangeApi.list(input, options)}
        exportRows={(input) => exportApi.sensitiveChanges(input)}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
        width={1180}
        above={<ListDecisionProgress {...run} />}
        empty="还没有敏感变更"
        next="在“员工”“设置”“会员等级”或账单的“日利率”中提出后，在这里等另一位管理员处理"
      />
      {decision.subject && (
        <SensitiveChangeDecisionDrawer decision={decision.subject} open={decision.open} close={decision.close} onDecided={decided} />
      )}
    </>
  )
}
