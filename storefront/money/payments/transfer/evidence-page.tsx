import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { BankTransferSummary } from './remittance.tsx'
import { TransferPageFrame } from './transfer-frame.tsx'
import { transferSubjectLink } from './transfer-view.ts'
import { SubmitVoucherForm } from './voucher-form.tsx'
import { SubmittedVouchers } from './vouchers.tsx'

/** The page of a transfer's voucher, for all its URLs. The content depends on the state of the transfer. */
export function Page() {
  return <TransferPageFrame title="付款凭证">{(transfer) => <Evidence transfer={transfer} />}</TransferPageFrame>
}

function Evidence({ transfer }: { transfer: BankTransfer }) {
  const { state, paymentId, vouchers } = transfer
  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      <BankTransferSummary transfer={transfer} />
      {(state === 'AWAITING' || state === 'REJECTED') && <SubmitVoucherForm key={`${paymentId} ${vouchers.length}`} transfer={transfer} />}
      {state === 'RECEIVED' && <Over transfer={transfer} title="款项已到账" text="财务已核对入账，感谢您的付款。" />}
      {state === 'CLOSED' && <Over transfer={transfer} title="转账已关闭" text="如已转账，请联系客服，款项会核对后入账或原路退回。" />}
      {vouchers.length > 0 && <SubmittedVouchers transfer={transfer} />}
    </div>
  )
}

function Over({ transfer, title, text }: { transfer: BankTransfer; title: string; text: string }) {
  const { label, ...look } = transferSubjectLink(transfer)
  return (
    <section aria-label={title} className="panel px-4 py-8 text-center">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 text-mute">{text}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <ButtonLink {...look}>{label}</ButtonLink>
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
      </div>
    </section>
  )
}
