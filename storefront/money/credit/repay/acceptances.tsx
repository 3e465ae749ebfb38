import { useState } from 'react'
import { acceptorKinds } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { AcceptanceBill } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { PAGE_SIZE, useAcceptanceBills } from './repay-api.ts'

const looks: Record<AcceptanceBill['state'], string> = {
  WAIT: 'text-copper',
  ACCEPTED: 'text-copper',
  DISCOUNTED: 'text-success',
  HONOURED: 'text-success',
  REJECTED: 'text-danger',
  RECOURSE: 'text-danger',
  BOUNCED: 'text-danger',
}

/** All submitted bills with their states. */
export function AcceptanceBills() {
  const pageNo = parsePageNo(useSearch().page)
  const bills = useAcceptanceBills(pageNo)
  const turn = usePagination(bills, { pageNo, pageSize: PAGE_SIZE })
  const [shown, setShown] = useState<AcceptanceBill>()
  return (
    <QueryContent from={bills} skeleton={<Skeleton className="h-72" />}>
      {({ dataList, total }) =>
        total === 0 ? (
          <div className="panel">
            <EmptyState title="还没有提交过承兑汇票" hint="还款时选择“承兑汇票”即可提交" />
          </div>
        ) : (
          <>
            <div className="mb-3 flex justify-end">
              <ExportButtons ask={(format) => buyerListExportApi.acceptances({ format })} />
            </div>
            <ul className="panel divide-y divide-line-soft">
              {dataList.map((bill) => (
                <li key={bill.id}>
                  <Bill bill={bill} onShow={() => setShown(bill)} />
                </li>
              ))}
            </ul>
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            <Modal open={shown !== undefined} onClose={() => setShown(undefined)} title={`票据 ${shown?.billNo ?? ''}`} wide>
              {shown && <Picture bill={shown} />}
            </Modal>
          </>
        )
      }
    </QueryContent>
  )
}

function Bill({ bill, onShow }: { bill: AcceptanceBill; onShow: () => void }) {
  const { billNo, acceptor, acceptorKind, amount, maturityDay, state, label, opinion, submittedAt } = bill
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3.5 md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          <span className="num">{billNo}</span> · {acceptor}
        </p>
        <p className="text-xs text-mute">
          {acceptorKinds[acceptorKind].label}，到期日 <span className="num">{maturityDay}</span>，提交于{' '}
          <span className="num">{formatShanghaiTimeToSecond(submittedAt)}</span>
        </p>
        <Effect bill={bill} />
        {opinion !== null && <p className="mt-1 text-sm">审核意见：{opinion}</p>}
      </div>
      <div className="ml-auto text-right">
        <p className="num text-md font-semibold">{formatMoney(amount)}</p>
        <p className="flex items-center justify-end gap-3 text-sm">
          <button type="button" className="finger text-jade hover:underline" aria-label={`票据图片 ${billNo}`} onClick={onShow}>
            票据图片
          </button>
          <span className={looks[state]}>{label}</span>
        </p>
      </div>
    </div>
  )
}

/** What a bill does for the debt now. */
function Effect({ bill: { state, covered, coveredUntil, freed, paidDay } }: { bill: AcceptanceBill }) {
  if (state === 'ACCEPTED' && coveredUntil !== null)
    return (
      <p className="mt-1 text-sm">
        覆盖账款 <span className="num">{formatMoney(covered)}</span>，<span className="num">{coveredUntil}</span>{' '}
        前（含当日）不计息；收到票款后还款
        {freed > 0 && (
          <>
            。已释放额度 <span className="num">{formatMoney(freed)}</span>
          </>
        )}
      </p>
    )
  if ((state === 'HONOURED' || state === 'DISCOUNTED') && paidDay !== null)
    return (
      <p className="mt-1 text-sm">
        票款自 <span className="num">{paidDay}</span> 起计入还款
      </p>
    )
  if (state === 'BOUNCED') return <p className="mt-1 text-sm">按未收款处理：账款恢复待还，利息已补收</p>
  return null
}

function Picture({ bill: { fileId, billNo } }: { bill: AcceptanceBill }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state === 'shown') return <img src={picture.url} alt={`票据 ${billNo}`} className="mx-auto max-h-[65dvh] w-auto" />
  if (picture.state === 'failed') return <p className="py-16 text-center text-mute">图片未能显示，请稍后再试</p>
  return <Skeleton className="h-72" />
}
