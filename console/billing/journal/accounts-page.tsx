import { Button } from 'antd'
import { PendingSensitiveChanges } from '#console/people/sensitive-changes/pending-changes.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { type JournalRuleKey, journalRuleKeys, journalRuleLabels } from '#contract/billing/journal/journal-rules.ts'
import { formatJournalAccount, type JournalSettings, journalEntryGroupings } from '#contract/billing/journal/settings.ts'
import { type JournalAccount, journalAccountTypes, journalStandards } from '#contract/billing/journal/standards.ts'
import { revenueRecognitionPoints } from '#contract/billing/journal/tax-settings.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { formatTaxRate, type TaxRateOfCodePrefix } from '#contract/catalog/goods/tax-rates.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import {
  ChangeJournalStandardDrawer,
  CreateOrEditJournalAccountDrawer,
  EditJournalRuleDrawer,
  type StoredChartOfAccounts,
} from './chart-drawers.tsx'
import { JournalTabs } from './components/journal-tabs.tsx'
import { useJournalChartOfAccounts } from './components/use-journal-accounts.ts'
import { CreateOrEditTaxRateDrawer, EditRevenueTaxSettingsDrawer } from './tax-drawers.tsx'

/** 科目与记账规则: the chart of accounts, and the accounts that each kind of transfer debits and credits. */
export function Page() {
  const chart = useJournalChartOfAccounts()
  return (
    <>
      <PageHead
        title="科目与记账规则"
        note="资金变动按规则生成凭证；收入的税额和未发货部分，记「确认收入」「确认销项税额」的科目。修改须另一位管理员同意或 24 小时后生效，只用于之后生成的凭证，已有凭证不变。"
      />
      <JournalTabs />
      <PendingSensitiveChanges area="setting" />
      <QueryContent from={chart} waiting={<LoadingPage />}>
        {(stored) => <Chart {...stored} />}
      </QueryContent>
    </>
  )
}

function Chart(stored: StoredChartOfAccounts) {
  const { values, changedAt, changedBy } = stored
  const { allowed } = usePermission(consoleJournalEndpoints.setRules)
  const [standard, account, rule] = [useDrawer<StoredChartOfAccounts>(), useDrawer<JournalAccount | null>(), useDrawer<JournalRuleKey>()]
  const change = (label: string, show: () => void, ofWhat: string) =>
    allowed && (
      <Button type="link" size="small" aria-label={`${label} ${ofWhat}`} onClick={show}>
        {label}
      </Button>
    )
  return (
    <>
      <Panel title="准则与方式" extra={allowed && <Button onClick={() => standard.show(stored)}>修改</Button>}>
        <FactList
          facts={[
            ['会计准则', journalStandards[values.standard].label],
            ['凭证方式', journalEntryGroupings[values.unit].label],
            ['上次修改', changedAt === null ? '未修改过' : `${formatShanghaiTimeToMinute(changedAt)} ${changedBy ?? ''}`],
          ]}
        />
      </Panel>
      <Taxes {...stored} />
      <Panel title="科目" flush extra={allowed && <Button onClick={() => account.show(null)}>新增科目</Button>}>
        <DataTable
          columns={createAccountColumns((one) => change('改名', () => account.show(one), one.name))}
          rows={[...values.accounts].sort((one, other) => (one.code < other.code ? -1 : 1))}
          rowKey={({ code }) => code}
          width={560}
        />
      </Panel>
      <Panel title="记账规则" flush>
        <DataTable
          columns={createRuleColumns(values, ({ key, label }) => change('修改', () => rule.show(key), label))}
          rows={journalRuleKeys.map((key) => ({ key, label: journalRuleLabels[key] }))}
          rowKey={({ key }) => key}
          width={720}
        />
      </Panel>
      {standard.subject && <ChangeJournalStandardDrawer stored={stored} open={standard.open} close={standard.close} />}
      {account.subject !== undefined && (
        <CreateOrEditJournalAccountDrawer
          key={account.subject?.code ?? ''}
          stored={stored}
          account={account.subject}
          open={account.open}
          close={account.close}
        />
      )}
      {rule.subject && <EditJournalRuleDrawer key={rule.subject} stored={stored} rule={rule.subject} open={rule.open} close={rule.close} />}
    </>
  )
}

/** 收入与税: when revenue is recognised, and the rates by class. */
function Taxes(stored: StoredChartOfAccounts) {
  const { from, recogniseAt, recogniseFrom, freight, interest, interestFrom, interestBefore, rates } = stored.values.tax
  const { allowed } = usePermission(consoleJournalEndpoints.setRules)
  const [tax, rate] = [useDrawer<StoredChartOfAccounts>(), useDrawer<TaxRateOfCodePrefix | null>()]
  const sorted = rates.toSorted((one, other) => one.code.localeCompare(other.code) || one.from.localeCompare(other.from))
  return (
    <>
      <Panel title="收入与税" extra={allowed && <Button onClick={() => tax.show(stored)}>修改</Button>}>
        <FactList
          facts={[
            ['价税分离', `${from} 起`],
            ['收入确认', `${revenueRecognitionPoints[recogniseAt].label}，${recogniseFrom} 起发出的包裹`],
            ['运费分类', formatTaxClass(freight)],
            ['利息分类', `${formatTaxClass(interest)}，自 ${interestFrom}；此前 ${formatTaxClass(interestBefore)}`],
          ]}
        />
      </Panel>
      <Panel title="税率" flush extra={allowed && <Button onClick={() => rate.show(null)}>新增税率</Button>}>
        <DataTable
          columns={createRateColumns((one) =>
            allowed ? (
              <Button type="link" size="small" aria-label={`修改税率 ${one.code} ${one.from}`} onClick={() => rate.show(one)}>
                修改
              </Button>
            ) : null,
          )}
          rows={sorted}
          rowKey={({ code, from: day }) => `${code} ${day}`}
          width={480}
        />
      </Panel>
      {tax.subject && <EditRevenueTaxSettingsDrawer stored={stored} open={tax.open} close={tax.close} />}
      {rate.subject !== undefined && (
        <CreateOrEditTaxRateDrawer
          key={`${rate.subject?.code} ${rate.subject?.from}`}
          stored={stored}
          rate={rate.subject}
          open={rate.open}
          close={rate.close}
        />
      )}
    </>
  )
}

const formatTaxClass = ({ taxCode, taxName }: TaxClass) => (
  <>
    {taxName} <span className="num">{taxCode}</span>
  </>
)

const createRateColumns = (action: (rate: TaxRateOfCodePrefix) => React.ReactNode): Column<TaxRateOfCodePrefix>[] => [
  customColumn({ title: '编码开头', value: ({ code }) => (code === '' ? '其他' : <span className="num">{code}</span>) }),
  customColumn({ title: '起始日', width: 120, value: ({ from }) => <span className="num">{from}</span> }),
  numberColumn({ title: '税率', width: 80, value: ({ rateBp }) => formatTaxRate(rateBp) }),
  customColumn({ title: '操作', width: 90, value: action }),
]

const createAccountColumns = (action: (account: JournalAccount) => React.ReactNode): Column<JournalAccount>[] => [
  customColumn({ title: '编码', width: 120, value: ({ code }) => <span className="num">{code}</span> }),
  customColumn({ title: '名称', value: ({ name }) => name }),
  customColumn({ title: '类别', width: 120, value: ({ type }) => journalAccountTypes[type].label }),
  customColumn({ title: '操作', width: 90, value: action }),
]

interface RuleRow {
  key: JournalRuleKey
  label: string
}

function createRuleColumns({ accounts, rules }: JournalSettings, action: (rule: RuleRow) => React.ReactNode): Column<RuleRow>[] {
  const byCode = new Map(accounts.map((account) => [account.code, account]))
  const shown = (code: string) => {
    const account = byCode.get(code)
    return account ? formatJournalAccount(account) : code
  }
  return [
    customColumn({ title: '资金变动', value: ({ label }) => label }),
    customColumn({ title: '借方科目', width: 210, value: ({ key }) => shown(rules[key].debit) }),
    customColumn({ title: '贷方科目', width: 210, value: ({ key }) => shown(rules[key].credit) }),
    customColumn({ title: '操作', width: 90, value: action }),
  ]
}
