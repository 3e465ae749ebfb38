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
import { formatCount } from '#ui/format.ts'
import { useIdempotencyAttempt } from '#ui/idempotency-attempt.ts'
import { BankStatementFormatDrawer } from './format-drawer.tsx'
import { getUnknownBankStatementColumns } from './formats-api.ts'
import { BankStatementFormatsPanel } from './formats-panel.tsx'
import { BankImportResult } from './import-result.tsx'
import './imports.css'

const MEGABYTE = 1024 * 1024

/** Imports a bank statement, and shows the result of each row. */
export function Page() {
  const attempt = useIdempotencyAttempt()
  const drawer = useDrawer<UnknownBankStatementColumns>()
  const showColumns = (found: UnknownBankStatementColumns | undefined): boolean => {
    if (found) drawer.show(found)
    return found !== undefined
  }
  const importing = useApiMutation((file: File) => attempt.upload(bankApi.importStatement, { fileName: file.name }, file), {
    invalidates: invalidatedByBankLineAssignment,
    // The form says it. A message would cover its title.
    confirmRefusal: (refusal) => showColumns(getUnknownBankStatementColumns(refusal)),
  })
  const { variables: file } = importing
  const again = file && (() => importing.mutate(file))
  const unknown = getUnknownBankStatementColumns(importing.error)
  const { reason: whyNot } = usePermission(consoleBankEndpoints.importStatement)
  return (
    <>
      <PageHead
        title="导入对账单"
        note="同一流水号只入账一次；导入的款项先进入待查，再逐条认领。"
        actions={
          <Link to="/bank_imports" className="button-link">
            导入记录
          </Link>
        }
      />
      <Panel title="选择文件">
        <SheetDropArea
          what="对账单"
          limits={`银行导出的 CSV（UTF-8、GBK）或 XLSX，按表头识别列，最大 ${BANK_STATEMENT_BYTES_MAX / MEGABYTE}MB、${formatCount(BANK_STATEMENT_ROWS_MAX)} 行`}
          whyNot={whyNot}
          busy={importing.isPending}
          take={(file) => importing.mutate(file)}
        />
      </Panel>
      {importing.isPending && (
        <Panel title="正在导入">
          <SkeletonBars count={4} height={36} />
        </Panel>
      )}
      {importing.isError && <ImportError title="没有导入" error={importing.error} again={again} />}
      {unknown && (
        <Panel title="对应列" extra={<Button onClick={() => drawer.show(unknown)}>对应列</Button>}>
          指定文件的每一列是什么，保存为格式并导入；以后表头相同的文件自动按它导入。
        </Panel>
      )}
      {drawer.subject && again && (
        <BankStatementFormatDrawer
          key={drawer.subject.headings.join()}
          found={drawer.subject}
          open={drawer.open}
          close={drawer.close}
          importAgain={again}
        />
      )}
      {importing.data && <BankImportResult key={importing.data.id} imported={importing.data} />}
      <BankStatementFormatsPanel />
    </>
  )
}
