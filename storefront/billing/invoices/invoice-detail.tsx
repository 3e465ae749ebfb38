import { INTEREST_GOODS_NAME } from '#contract/billing/invoices/interest.ts'
import type { InvoiceDetail as Detail } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatFullMonth, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { useInvoice } from './invoice-api.ts'
import { InvoiceLines, InvoiceTotals } from './invoice-lines.tsx'
import { InvoiceStatusTag } from './invoice-list.tsx'
import { invoiceHistoryLabel } from './invoice-view.ts'
import { IssuedInvoiceDownloads } from './issued-invoice-downloads.tsx'
import { InvoiceTitleKindTag } from './titles/title-choice.tsx'

/** One invoice: its state, files, lines, title and history. */
export function InvoiceDetail({ id }: { id: string }) {
  const found = useInvoice(id)
  if (found.error instanceof Refusal && found.error.reason === 'INVOICE_NOT_FOUND')
    return (
      <div className="panel">
        <EmptyState title="没有找到这张发票" action={<ButtonLink to="/my_invoice_detail">查看开票记录</ButtonLink>} />
      </div>
    )
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {(opened) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <Head opened={opened} />
          <IssuedInvoiceDownloads opened={opened} />
          <InvoiceLines lines={opened.lines} />
          <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
            <About opened={opened} />
            <Track entries={opened.entries} />
          </div>
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 lg:gap-4">
    <Skeleton className="h-78 lg:h-64" />
    <Skeleton className="h-34" />
    <Skeleton className="h-50" />
  </div>
)

const notes: Record<Detail['state'], string> = {
  APPLIED: '财务审核后开具，通常需要 1 个工作日。',
  ISSUING: '正在开具，稍后自动更新。',
  FAILED: '开票服务暂未成功，财务正在处理，无需重新申请。',
  ISSUED: '已开具，可以下载。',
  REJECTED: '',
  RED: '已全额红冲，这张发票不能再使用。',
}

function Head({ opened }: { opened: Detail }) {
  const { id, invoiceNo, state, kind, title, amount, red, number, reason, mayReapply, createdAt } = opened
  const note = state === 'REJECTED' ? `驳回原因：${reason ?? '未说明'}` : notes[state]
  return (
    <section aria-labelledby="invoice-heading" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h2 id="invoice-heading" className="flex flex-wrap items-center gap-2.5 text-lg">
            <span className="break-words">{title.name}</span>
            <InvoiceTitleKindTag kind={kind} />
            <InvoiceStatusTag invoice={opened} />
          </h2>
          <p className={`mt-1 break-words ${state === 'REJECTED' ? 'text-danger' : 'text-mute'}`}>{note}</p>
        </div>
        {mayReapply && (
          <ButtonLink to="/my_invoice_can_open" search={{ again: id }}>
            重新申请
          </ButtonLink>
        )}
      </div>
      <div className="mt-4 grid gap-x-10 gap-y-4 border-t border-line-soft pt-4 lg:grid-cols-[minmax(0,1fr)_280px]">
        <dl className="grid content-start gap-2">
          <DescriptionItem name="申请单号">
            <CopyableText text={invoiceNo} what="申请单号" />
          </DescriptionItem>
          <DescriptionItem name="发票号码">
            {number === null ? <span className="text-mute">开具后显示</span> : <CopyableText text={number} what="发票号码" />}
          </DescriptionItem>
          <DescriptionItem name="申请时间">
            <span className="num">{formatShanghaiTimeToSecond(createdAt)}</span>
          </DescriptionItem>
          {opened.issuedAt !== null && (
            <DescriptionItem name="开票日期">
              <span className="num">{toShanghaiDay(opened.issuedAt)}</span>
            </DescriptionItem>
          )}
        </dl>
        <div>
          <InvoiceTotals of={opened} />
          {red > 0 && (
            <p className="mt-2 flex justify-between gap-4 text-sm text-mute">
              <span>已红冲</span>
              <span className="num">{`−${formatMoney(red)}，剩余 ${formatMoney((amount - red) as typeof amount)}`}</span>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function About({ opened: { title, shopName, month, ofInterest, orderNos, email, remark } }: { opened: Detail }) {
  return (
    <section aria-labelledby="about" className="panel p-4 md:p-5">
      <h2 id="about" className="mb-3 text-md md:text-lg">
        抬头和来源
      </h2>
      <dl className="grid gap-2">
        <DescriptionItem name="税号">
          <span className="num break-all">{title.taxNo}</span>
        </DescriptionItem>
        {title.kind === 'SPECIAL' && (
          <>
            <DescriptionItem name="地址电话">
              {title.address} <span className="num inline-block">{title.phone}</span>
            </DescriptionItem>
            <DescriptionItem name="开户行">
              {title.bank} <span className="num inline-block break-all">{title.accountNo}</span>
            </DescriptionItem>
          </>
        )}
        <DescriptionItem name="收票邮箱">
          <span className="break-all">{email}</span>
        </DescriptionItem>
        <DescriptionItem name="发票备注">{remark || '无'}</DescriptionItem>
        {ofInterest ? (
          <DescriptionItem name="开票内容">{INTEREST_GOODS_NAME}</DescriptionItem>
        ) : (
          <DescriptionItem name="店铺">{shopName}</DescriptionItem>
        )}
        {month !== null && (
          <DescriptionItem name="账单">
            <ButtonLink to="/my_bill_detail" search={{ month }} look="plain">
              {formatFullMonth(month)}账单
            </ButtonLink>
          </DescriptionItem>
        )}
        {orderNos.length > 0 && (
          <DescriptionItem name="订单">
            <span className="flex flex-wrap gap-x-3 gap-y-1.5">
              {orderNos.map((orderNo) => (
                <OrderLinkIfPermitted key={orderNo} orderNo={orderNo} />
              ))}
            </span>
          </DescriptionItem>
        )}
      </dl>
    </section>
  )
}

const Track = ({ entries }: Pick<Detail, 'entries'>) => (
  <section aria-labelledby="track" className="panel p-4 md:p-5">
    <h2 id="track" className="mb-3 text-md md:text-lg">
      进度
    </h2>
    <ol className="flex flex-col gap-3">
      {[...entries].reverse().map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added and have no id
        <li key={entries.length - at} className="grid grid-cols-[8px_minmax(0,1fr)] items-start gap-x-3">
          <span aria-hidden className={`mt-2 size-2 rounded-full ${at === 0 ? 'bg-jade' : 'bg-line'}`} />
          <div>
            <span className={at === 0 ? 'font-medium' : ''}>{invoiceHistoryLabel(entry.verb)}</span>
            {entry.text !== '' && <span className="ml-2 break-words text-mute">{entry.text}</span>}
            <span className="block text-xs text-mute">
              {entry.by} · <span className="num">{formatShanghaiTimeToSecond(entry.at)}</span>
            </span>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
