import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatTimeLeft } from '#ui/format.ts'
import { CopyButton } from './copy-button.tsx'
import { BankTransferSummary } from './remittance.tsx'
import { invalidatedByTransfer, transferApi } from './transfer-api.ts'
import { TransferPageFrame } from './transfer-frame.tsx'
import { formatRemittance, type RemittanceField, toRemittanceFields, voucherPagePathsByState } from './transfer-view.ts'

/** /my_order_transfer_info: the account, the amount and the remark code of a transfer. */
export function Page() {
  return <TransferPageFrame title="转账信息">{(transfer) => <Info transfer={transfer} />}</TransferPageFrame>
}

function Info({ transfer }: { transfer: BankTransfer }) {
  const open = transfer.state !== 'RECEIVED' && transfer.state !== 'CLOSED'
  const facts = toRemittanceFields(transfer)
  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      <BankTransferSummary transfer={transfer} />
      {open && (
        <section aria-labelledby="account" className="panel p-4 md:p-5">
          <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
            <h2 id="account" className="text-md md:text-lg">
              收款账户
            </h2>
            <CopyButton text={formatRemittance(facts)} name="全部转账信息">
              复制全部
            </CopyButton>
          </div>
          <dl className="divide-y divide-line-soft">
            {facts.map((fact) => (
              <Row key={fact.label} fact={fact} />
            ))}
          </dl>
          <p className="mt-3 rounded-control bg-copper-tint px-3.5 py-2.5 text-sm">
            请在网银的附言（用途、备注）栏填写转账附言（识别码） <b className="num">{transfer.remarkCode}</b>
            ，按应付总额一笔转入，以便财务尽快核对。转账后，请上传付款凭证。
          </p>
          <Expiry transfer={transfer} />
          <Ways transfer={transfer} />
        </section>
      )}
    </div>
  )
}

function Row({ fact: { label, shown, copied } }: { fact: RemittanceField }) {
  return (
    <div className="flex flex-wrap items-center py-2.5">
      <dt className="w-full text-sm text-mute md:w-24">{label}</dt>
      <dd className="flex w-full min-w-0 items-center justify-between gap-3 md:w-auto md:flex-1">
        <span className="num text-md break-all">{shown}</span>
        <CopyButton text={copied} name={label} />
      </dd>
    </div>
  )
}

function Expiry({ transfer: { expiresAt } }: { transfer: BankTransfer }) {
  const now = useNow(1_000)
  if (expiresAt === null) return null
  const left = formatTimeLeft(expiresAt, now)
  return (
    <p role="timer" aria-live="off" className="mt-3 text-sm text-mute">
      {left === '' ? (
        '转账期限已过，即将关闭'
      ) : (
        <>
          请在 <b className="num text-copper">{left}</b> 内完成转账并提交凭证，逾期自动关闭
        </>
      )}
    </p>
  )
}

function Ways({ transfer: { paymentId, purpose, tradeId, state } }: { transfer: BankTransfer }) {
  const cancel = useApiMutation(() => transferApi.cancel({ paymentId }), { invalidates: invalidatedByTransfer })
  const word = { AWAITING: '上传付款凭证', REVIEW: '查看付款凭证', REJECTED: '重新提交付款凭证' } as Record<BankTransfer['state'], string>
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <ButtonLink to={voucherPagePathsByState[state]} search={{ paymentId }} look="call" size="lg" className="w-full sm:w-auto">
        {word[state]}
      </ButtonLink>
      {purpose === 'trade' && tradeId !== null
        ? state !== 'REVIEW' && (
            <ButtonLink to="/order_pay_password" search={{ tradeId }} look="plain">
              更换支付方式
            </ButtonLink>
          )
        : state !== 'REVIEW' && (
            <Button look="plain" busy={cancel.isPending} busyText="正在取消" onClick={() => cancel.mutate()}>
              {purpose === 'topUp' ? '取消充值' : '取消还款'}
            </Button>
          )}
      <ButtonLink to="/service_contact" look="plain">
        联系客服
      </ButtonLink>
    </div>
  )
}
