import { Download } from 'lucide-react'
import { invoiceFileFormats, redLetterReasons } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoiceIssuance, InvoiceDetail } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { invoiceApi } from './invoice-api.ts'

/** The tax invoice and its red letters, each with its downloads. */
export function IssuedInvoiceDownloads({ opened }: { opened: InvoiceDetail }) {
  if (opened.issues.length === 0) return null
  return (
    <section aria-labelledby="papers" className="panel p-4 md:p-5">
      <h2 id="papers" className="mb-1 text-md md:text-lg">
        发票文件
      </h2>
      <ul className="divide-y divide-line-soft">
        {opened.issues.map((issue) => (
          <One key={issue.id} id={opened.id} issue={issue} />
        ))}
      </ul>
    </section>
  )
}

function One({ id, issue }: { id: string; issue: ConsoleInvoiceIssuance }) {
  const { kind, state, amount, redReason, note, number, issuedAt, confirmation } = issue
  const red = kind === 'red'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{red ? '红字发票' : '蓝字发票'}</span>
          <span className="num">{red ? `−${formatMoney(amount)}` : formatMoney(amount)}</span>
          {state === 'WAIT' && confirmation?.state !== 'PENDING' && <span className="text-sm text-gold">开具中</span>}
        </p>
        {red && redReason !== null && (
          <p className="text-sm break-words text-mute">
            {redLetterReasons[redReason].label}：{note}
          </p>
        )}
        {confirmation !== null && confirmation.number !== null && (
          <p className="text-sm text-mute">
            红字信息确认单 <span className="num break-all">{confirmation.number}</span>
          </p>
        )}
        {state === 'WAIT' && confirmation?.state === 'PENDING' && (
          <p className="text-sm text-gold">
            红字发票待贵公司在税务平台确认
            {confirmation.until !== null && (
              <>
                ，请于 <span className="num">{formatShanghaiTimeToMinute(confirmation.until)}</span> 前确认
              </>
            )}
          </p>
        )}
        {number !== null && (
          <p className="text-sm text-mute">
            <span className="num break-all">{number}</span>
            {issuedAt !== null && <span className="num ml-3">{toShanghaiDay(issuedAt)}</span>}
          </p>
        )}
      </div>
      <InvoiceFiles id={id} issue={issue} />
    </li>
  )
}

function InvoiceFiles({ id, issue }: { id: string; issue: ConsoleInvoiceIssuance }) {
  const download = useApiMutation(invoiceApi.file, { onSuccess: saveFileToDisk })
  if (issue.formats.length === 0) return issue.state === 'ISSUED' ? <p className="text-sm text-mute">文件生成中，请稍后刷新</p> : null
  return (
    <p className="flex flex-wrap gap-2.5">
      {issue.formats.map((format) => (
        <Button
          key={format}
          look="line"
          size="sm"
          disabled={download.isPending}
          busy={download.isPending && download.variables.format === format}
          aria-label={`下载${issue.kind === 'red' ? '红字发票' : '发票'} ${invoiceFileFormats[format].label}`}
          onClick={() => download.mutate({ id, issueId: issue.id, format })}
        >
          <Download className="size-4" aria-hidden />
          {invoiceFileFormats[format].label}
        </Button>
      ))}
    </p>
  )
}
