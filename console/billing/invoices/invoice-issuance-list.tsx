import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import {
  invoiceFileFormats,
  invoiceIssuanceLifecycle,
  isRedConfirmationGranted,
  isRedConfirmationOver,
  redConfirmationLifecycle,
  redLetterReasons,
} from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoice, ConsoleInvoiceIssuance } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { invalidatedByInvoice, invoiceApi } from './invoices-api.ts'
import { RecordManualInvoiceDrawer } from './record-manual-invoice-drawer.tsx'
import { RecordRedConfirmationDrawer } from './record-red-confirmation-drawer.tsx'

const tones: Record<ConsoleInvoiceIssuance['state'], TagTone> = { WAIT: 'way', ISSUED: 'good', FAILED: 'bad', VOID: 'over' }

interface Props {
  opened: ConsoleInvoice
  /** Called after a decision of a queue, to go on to the next case. */
  decided: () => unknown
}

/** The requested invoices and red letters, with their files and actions. */
export function InvoiceIssuanceList({ opened, decided }: Props) {
  const [entering, confirming] = [useDrawer<ConsoleInvoiceIssuance>(), useDrawer<ConsoleInvoiceIssuance>()]
  if (opened.issues.length === 0) return null
  return (
    <Panel title="开具与红冲">
      <ul className="invoice-issues">
        {opened.issues.map((issue) => (
          <One
            key={issue.id}
            opened={opened}
            issue={issue}
            decided={decided}
            enter={() => entering.show(issue)}
            confirm={() => confirming.show(issue)}
          />
        ))}
      </ul>
      {entering.subject && (
        <RecordManualInvoiceDrawer opened={opened} red={entering.subject} open={entering.open} close={entering.close} decided={decided} />
      )}
      {confirming.subject && (
        <RecordRedConfirmationDrawer opened={opened} red={confirming.subject} open={confirming.open} close={confirming.close} />
      )}
    </Panel>
  )
}

interface OneProps extends Props {
  issue: ConsoleInvoiceIssuance
  enter: () => void
  confirm: () => void
}

/** The 红字信息确认单 of a red letter of a 专票, and what it waits for. */
function Confirmation({ issue: { state, way, needsConfirmation, confirmation } }: { issue: ConsoleInvoiceIssuance }) {
  if (!needsConfirmation || state === 'VOID') return null
  if (confirmation === null)
    return state === 'ISSUED' ? null : (
      <div>
        <small>{way === 'hand' ? noConfirmationYet : '待申请红字信息确认单'}</small>
      </div>
    )
  const { state: at, number, until } = confirmation
  return (
    <div>
      <small>
        红字信息确认单{number !== null && <span className="num"> {number}</span>} · {redConfirmationLifecycle.states[at].label}
        {at === 'PENDING' && until !== null && (
          <>
            ，<span className="num">{formatShanghaiTimeToMinute(until)}</span> 前有效，可提醒买家在税务平台确认
          </>
        )}
      </small>
    </div>
  )
}

const noConfirmationYet = '请先在税务平台申请红字信息确认单，再登记编号'

function One({ opened, issue, decided, enter, confirm }: OneProps) {
  const { kind, state, way, amount, number, issuedAt, redReason, note, failure, nextTryAt } = issue
  const red = kind === 'red'
  return (
    <li>
      <div className="invoice-issue-head">
        <b>{red ? `红字发票 −${formatMoney(amount)}` : `蓝字发票 ${formatMoney(amount)}`}</b>
        <Tag tone={tones[state]}>{invoiceIssuanceLifecycle.states[state].label}</Tag>
      </div>
      <small>
        {way === 'hand' ? '手工开具' : '服务商开具'}
        {redReason !== null && ` · ${redLetterReasons[redReason].label}：${note}`}
        {issuedAt !== null && (
          <>
            {' '}
            · <span className="num">{way === 'hand' ? toShanghaiDay(issuedAt) : formatShanghaiTimeToMinute(issuedAt)}</span>
          </>
        )}
      </small>
      {number !== null && <div className="num">{number}</div>}
      <Confirmation issue={issue} />
      {failure !== null && <p className="invoice-failure">{failure}</p>}
      {nextTryAt !== null && failure !== null && (
        <small>
          <span className="num">{formatShanghaiTimeToMinute(nextTryAt)}</span> 再次询问
        </small>
      )}
      <div className="invoice-issue-acts">
        <InvoiceFiles opened={opened} issue={issue} />
        {red && <RedActs opened={opened} issue={issue} decided={decided} enter={enter} confirm={confirm} />}
      </div>
    </li>
  )
}

function InvoiceFiles({ opened: { enterpriseId, id }, issue }: { opened: ConsoleInvoice; issue: ConsoleInvoiceIssuance }) {
  const download = useApiMutation(invoiceApi.file, { onSuccess: saveFileToDisk })
  return issue.formats.map((format) => (
    <Button key={format} size="small" onClick={() => download.mutate({ enterpriseId, id, issueId: issue.id, format })}>
      下载 {invoiceFileFormats[format].label}
    </Button>
  ))
}

function RedActs({ opened: { enterpriseId, id, state }, issue, decided, enter, confirm }: OneProps) {
  const retry = useApiMutation(invoiceApi.retryRed, {
    invalidates: invalidatedByInvoice,
    successMessage: '已重新提交红冲',
    afterSuccess: decided,
  })
  const may = usePermission(consoleInvoiceEndpoints.retryRed).allowed
  if (state !== 'ISSUED' || !may) return null
  const forHand = issue.state === 'FAILED' || (issue.state === 'WAIT' && issue.way === 'hand')
  const confirmation = issue.confirmation?.state
  const unconfirmed = issue.needsConfirmation && (confirmation === undefined || !isRedConfirmationGranted(confirmation))
  return (
    <>
      {issue.state === 'FAILED' && issue.way === 'provider' && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ enterpriseId, id, issueId: issue.id })}>
          {confirmation !== undefined && isRedConfirmationOver(confirmation) ? '再次申请确认单' : '重新红冲'}
        </Button>
      )}
      {forHand && unconfirmed && (
        <Button size="small" onClick={confirm}>
          登记确认单编号
        </Button>
      )}
      {forHand && issue.confirmation?.way === 'hand' && !unconfirmed && (
        <Button size="small" onClick={confirm}>
          更正确认单编号
        </Button>
      )}
      {forHand && !unconfirmed && (
        <Button size="small" onClick={enter}>
          登记红字发票
        </Button>
      )}
    </>
  )
}
