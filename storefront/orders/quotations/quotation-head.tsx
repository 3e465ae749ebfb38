import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { toDraftOwnerKey } from '#storefront/orders/quick-order/draft.ts'
import { copyDrawingsToDraft, toDraftLinesFromQuotation } from '#storefront/orders/quotations/draft/draft-input.ts'
import { addDraftLines, EMPTY_QUOTATION_DRAFT, saveQuotationDraft } from '#storefront/orders/quotations/draft/quotation-draft.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { formatFullDay, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { QuotationDecisionMessageDialog, type QuotationDecisionMessageKind } from './decision-message-dialog.tsx'
import { invalidatedByQuotation, quotationApi, quotationPrintoutApi } from './quotation-api.ts'
import { quotationStateColours, quotationStateLabel, quotationStatusNote } from './quotation-view.ts'

/** The state of a request, what can be done with it, and its facts. */
export function QuotationHead({ opened }: { opened: QuotationDetail }) {
  const { state, title, quotationNo, createdBy, createdAt, shipTo, wantedDay, remark, orders } = opened
  return (
    <section aria-label="询价进度" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className={`text-lg font-semibold ${quotationStateColours[state]}`}>{quotationStateLabel(state)}</p>
          <p className="mt-1 break-words text-mute">{quotationStatusNote(opened)}</p>
        </div>
        <Actions opened={opened} />
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 border-t border-line-soft pt-3 text-sm">
        {title !== '' && <Fact name="询价名称">{title}</Fact>}
        <Fact name="询价单号">
          <span className="num">{quotationNo}</span>
        </Fact>
        <Fact name="询价人">
          {createdBy}，<span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        </Fact>
        {shipTo !== '' && <Fact name="收货地区">{shipTo}</Fact>}
        {wantedDay !== null && <Fact name="期望到货日">{formatFullDay(wantedDay)}</Fact>}
        {orders.length > 0 && (
          <Fact name="订单">
            {orders.map(({ orderNo, state: now }) => (
              <span key={orderNo} className="mr-3 inline-block">
                <OrderLinkIfPermitted orderNo={orderNo} />
                {now === 'CANCELLED' && '（已取消）'}
              </span>
            ))}
          </Fact>
        )}
        {remark !== '' && (
          <div className="w-full">
            <dt className="text-mute">说明</dt>
            <dd className="mt-0.5 break-words whitespace-pre-wrap">{remark}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="shrink-0 text-mute">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

function Actions({ opened }: { opened: QuotationDetail }) {
  const { id, actions, version } = opened
  const [asking, setAsking] = useState<QuotationDecisionMessageKind>()
  const [finishing, setFinishing] = useState(false)
  const print = useApiMutation(() => quotationPrintoutApi.print({ id }), { onSuccess: saveFileToDisk })
  const finish = useApiMutation(() => quotationApi.finish({ id }), {
    invalidates: invalidatedByQuotation,
    onSuccess: () => {
      setFinishing(false)
      showNotice('已完成，其余不再下单')
    },
  })
  return (
    <div className="flex flex-wrap gap-2">
      {version > 0 && (
        <Button look="line" size="sm" busy={print.isPending} onClick={() => print.mutate(undefined)}>
          <Download className="size-4" aria-hidden />
          下载报价单
        </Button>
      )}
      {actions.includes('askAgain') && (
        <Button look="line" size="sm" onClick={() => setAsking('askAgain')}>
          请求重新报价
        </Button>
      )}
      {actions.includes('finish') && (
        <Button look="line" size="sm" onClick={() => setFinishing(true)}>
          其余不再下单
        </Button>
      )}
      {actions.includes('decline') && (
        <Button look="line" size="sm" onClick={() => setAsking('decline')}>
          谢绝报价
        </Button>
      )}
      {actions.includes('withdraw') && (
        <Button look="line" size="sm" onClick={() => setAsking('withdraw')}>
          撤回询价
        </Button>
      )}
      <AskOnceMore opened={opened} />
      <QuotationDecisionMessageDialog id={id} kind={asking} onClose={() => setAsking(undefined)} />
      <ConfirmDialog
        open={finishing}
        onClose={() => setFinishing(false)}
        title="其余不再下单"
        text="完成后，未下单的商品不能再按这次报价下单；已下的订单不受影响。"
        confirm="其余不再下单"
        busy={finish.isPending}
        onConfirm={() => finish.mutate(undefined)}
      />
    </div>
  )
}

/** 再次询价: the same lines and drawings in a new request, which can be changed before it is sent. */
function AskOnceMore({ opened }: { opened: QuotationDetail }) {
  const { lines, title, remark, addressId } = opened
  const user = useUser()
  const navigate = useNavigate()
  const { reason: denied } = usePermission('buyPay')
  const copy = () => {
    if (user === undefined) return
    const begun = { ...EMPTY_QUOTATION_DRAFT, title, remark, addressId: addressId ?? '' }
    const { draft } = addDraftLines(begun, toDraftLinesFromQuotation(lines))
    saveQuotationDraft(toDraftOwnerKey(user), copyDrawingsToDraft(draft, opened))
    void navigate({ to: '/new_quotation' })
  }
  return (
    <Button look="line" size="sm" blocked={denied} onClick={copy}>
      再次询价
    </Button>
  )
}
