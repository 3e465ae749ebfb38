import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { bankApi, invalidatedByBankLineAssignment } from '#console/billing/bank/bank-api.ts'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { BANK_STATEMENT_BYTES_MAX, BANK_STATEMENT_ROWS_MAX, consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { UnknownBankStatementColumns } from '#contract/billing/bank/format-api.ts'
import type { OwnAccountOption } from '#contract/billing/bank/own-accounts.ts'
import { formatCount } from '#ui/format.ts'
import { StatementAccountDrawer } from './account-drawer.tsx'
import { BankStatementFormatDrawer } from './format-drawer.tsx'
import { getUnclearBankStatementAccount, getUnknownBankStatementColumns } from './formats-api.ts'
import { BankStatementFormatsPanel } from './formats-panel.tsx'
import { BankImportResult } from './import-result.tsx'
import './imports.css'

const MEGABYTE = 1024 * 1024

/** A file, and its account where somebody has said it. */
interface Chosen {
  file: File
  accountNo?: string
}

/** Shows the form that a refusal asks for. Returns whether there is one. */
const showIfAsked = <Subject,>(drawer: { show: (subject: Subject) => void }, subject: Subject | undefined): boolean => {
  if (subject) drawer.show(subject)
  return subject !== undefined
}

/** The import of a file, and the forms that it may ask for. */
function useStatementImport() {
  const columns = useDrawer<UnknownBankStatementColumns>()
  const accounts = useDrawer<readonly OwnAccountOption[]>()
  const importing = useApiMutation(({ file, accountNo }: Chosen) => bankApi.importStatement({ fileName: file.name, accountNo }, { file }), {
    invalidates: invalidatedByBankLineAssignment,
    close: accounts.close,
    // The form says it. A message would cover its title.
    confirmRefusal: (refusal) =>
      showIfAsked(columns, getUnknownBankStatementColumns(refusal)) ||
      showIfAsked(accounts, getUnclearBankStatementAccount(refusal)?.accounts),
  })
  return { importing, columns, accounts }
}

/** What the last file is asked about: its columns, or its account. */
function Asked({ importing, columns, accounts }: ReturnType<typeof useStatementImport>) {
  const { variables: chosen } = importing
  if (!chosen) return null
  const unknown = getUnknownBankStatementColumns(importing.error)
  const unclear = getUnclearBankStatementAccount(importing.error)
  return (
    <>
      {unknown && (
        <Panel title="对应列" extra={<Button onClick={() => columns.show(unknown)}>对应列</Button>}>
          指定文件的每一列是什么，保存为格式并导入；以后表头相同的文件自动按它导入。
        </Panel>
      )}
      {unclear && (
        <Panel title="选择收款账户" extra={<Button onClick={() => accounts.show(unclear.accounts)}>选择收款账户</Button>}>
          对账单没有写明账号，选择它属于哪个收款账户后导入。
        </Panel>
      )}
      {columns.subject && (
        <BankStatementFormatDrawer
          key={columns.subject.headings.join()}
          found={columns.subject}
          open={columns.open}
          close={columns.close}
          importAgain={() => importing.mutate(chosen)}
        />
      )}
      {accounts.subject && (
        <StatementAccountDrawer
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          fileName={chosen.file.name}
          accounts={accounts.subject}
          open={accounts.open}
          close={accounts.close}
          busy={importing.isPending}
          importAs={(accountNo) => importing.mutate({ file: chosen.file, accountNo })}
        />
      )}
    </>
  )
}

/** Imports a bank statement, and shows the result of each row. */
export function Page() {
  const asked = useStatementImport()
  const { importing } = asked
  const { variables: chosen } = importing
  const { reason: whyNot } = usePermission(consoleBankEndpoints.importStatement)
  return (
    <>
      <PageHead
        title="导入对账单"
        note="同一账户的同一流水号只入账一次；导入的款项先进入待查，再逐条认领。"
        actions={
          <Link to="/bank_imports" className="button-link">
            导入记录
          </Link>
        }
      />
      <Panel title="选择文件">
        <SheetDropArea
          what="对账单"
          limits={`银行导出的 CSV（UTF-8、GBK）或 XLSX，按表头识别列，按账号识别收款账户，最大 ${BANK_STATEMENT_BYTES_MAX / MEGABYTE}MB、${formatCount(BANK_STATEMENT_ROWS_MAX)} 行`}
          whyNot={whyNot}
          busy={importing.isPending}
          take={(file) => importing.mutate({ file })}
        />
      </Panel>
      {importing.isPending && (
        <Panel title="正在导入">
          <SkeletonBars count={4} height={36} />
        </Panel>
      )}
      {importing.isError && <ImportError title="没有导入" error={importing.error} again={chosen && (() => importing.mutate(chosen))} />}
      <Asked {...asked} />
      {importing.data && <BankImportResult key={importing.data.id} imported={importing.data} />}
      <BankStatementFormatsPanel />
    </>
  )
}
