import { useState } from 'react'
import { type PurchaseApproval, purchaseApprovalStates } from '#contract/orders/approval/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { AmountOrWithheld, WithheldAmountNote } from '#storefront/platform/components/withheld.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'
import { PURCHASE_APPROVAL_QUERY_KEY, purchaseApprovalApi } from './approval-api.ts'

const MINUTE_MS = 60_000
const invalidates = [PURCHASE_APPROVAL_QUERY_KEY, ['orders'], ['user']]

const looks: Record<PurchaseApproval['state'], string> = {
  PENDING: 'bg-copper-tint text-gold',
  APPROVED: 'bg-jade-tint text-jade',
  REJECTED: 'bg-danger-tint text-danger',
  EXPIRED: 'bg-line-soft text-mute',
}

/** A purchase above its buyer's limit: the buyer, the limit, the goods, and the decision for members who may decide. */
export function PurchaseApprovalCard({ approval }: { approval: PurchaseApproval }) {
  const { state, askedBy, askedAt, why, method, payable, orders, decidedBy, decidedAt, opinion } = approval
  return (
    <article className="panel" aria-label={`${askedBy} 的采购${payable === null ? '' : `，${formatMoney(payable)}`}`}>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line-soft px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{askedBy}</span>
          <span className="num text-sm text-mute">{formatShanghaiTimeToMinute(askedAt)}</span>
        </p>
        <span className={`rounded-[3px] px-1.5 py-0.5 text-xs ${looks[state]}`}>{purchaseApprovalStates[state]}</span>
      </header>
      <p className="px-4 pt-3 text-sm text-gold">{why}</p>
      <ul className="flex flex-col gap-4 px-4 py-3">
        {orders.map((order) => (
          <li key={order.orderNo} className="flex flex-col gap-3">
            <p className="num text-sm text-mute">
              订单 <OrderLinkIfPermitted orderNo={order.orderNo} />
            </p>
            {order.lines.map((line) => (
              <GoodsLine key={line.lineNo} size="sm" goods={line}>
                <p className="num flex justify-between text-sm">
                  <span className="text-mute">
                    {line.price !== null && `${formatMoney(line.price)} × `}
                    {line.goodsNum} {line.unit}
                  </span>
                  <AmountOrWithheld of={line.amount} />
                </p>
              </GoodsLine>
            ))}
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line-soft px-4 py-3">
        <p>
          <span className="text-sm text-mute">{paymentMethods[method].label} 应付 </span>
          {payable === null ? <WithheldAmountNote /> : <strong className="num text-lg">{formatMoney(payable)}</strong>}
        </p>
        {state === 'PENDING' ? (
          <Decision approval={approval} />
        ) : (
          <p className="text-sm text-mute">
            {decidedBy && decidedAt ? `${decidedBy} ${formatShanghaiTimeToMinute(decidedAt)}` : purchaseApprovalStates[state]}
            {opinion && `：${opinion}`}
          </p>
        )}
      </footer>
    </article>
  )
}

function Decision({ approval: { id, deadline, mayDecide, orders } }: { approval: PurchaseApproval }) {
  const now = useNow(MINUTE_MS)
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const done = (text: string) => () => {
    setAsking(undefined)
    for (const { orderNo } of orders) emitClientEvent('orderStatusChanged', { orderNo })
    showNotice(text)
  }
  const approve = useApiMutation(purchaseApprovalApi.approve, { invalidates, onSuccess: done('已同意，等待付款') })
  const left = deadline && formatTimeLeft(deadline, now)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {left && <span className="num text-sm text-mute">{left}后自动失效</span>}
      {mayDecide && (
        <>
          <Button look="line" size="sm" onClick={() => setAsking('reject')}>
            驳回
          </Button>
          <Button size="sm" onClick={() => setAsking('approve')}>
            同意
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking === 'approve'}
        onClose={() => setAsking(undefined)}
        title="同意采购"
        text="同意后订单等待付款；额度和库存会按当前情况重新检查。"
        confirm="同意"
        busy={approve.isPending}
        onConfirm={() => approve.mutate({ id })}
      />
      {asking === 'reject' && <Rejection id={id} onClose={() => setAsking(undefined)} onDone={done('已驳回，订单已取消')} />}
    </div>
  )
}

const REASON_MAX = 100

interface RejectionProps {
  id: string
  onClose: () => void
  onDone: () => void
}

const Rejection = (props: RejectionProps) => (
  <Modal open onClose={props.onClose} title="驳回采购">
    <RejectForm {...props} />
  </Modal>
)

function RejectForm({ id, onClose, onDone }: RejectionProps) {
  const [reason, setReason, sent] = usePersistedState(`why not ${id}`, () => '')
  const [asked, setAsked] = useState(false)
  const reject = useApiMutation(purchaseApprovalApi.reject, { clearStoredForm: sent, invalidates, fields: ['reason'], onSuccess: onDone })
  const missing = reason.trim() === ''
  const submit = () => {
    setAsked(true)
    if (!missing) reject.mutate({ id, reason: reason.trim() })
  }
  return (
    <>
      <TextAreaField
        label="原因"
        required
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => {
          reject.clearError()
          setReason(target.value)
        }}
        error={asked && missing ? '请填写原因' : reject.errorsByField.reason}
        hint="提交人会收到；订单随之取消，库存释放"
      />
      <div className="mt-3 flex justify-end gap-3">
        <Button look="line" onClick={onClose}>
          取消
        </Button>
        <Button busy={reject.isPending} onClick={submit}>
          驳回
        </Button>
      </div>
    </>
  )
}
