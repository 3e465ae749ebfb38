import type { BankTransfer, Voucher } from '#contract/billing/bank/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByTransfer, transferApi } from './transfer-api.ts'

const colours: Record<Voucher['state'], string> = {
  REVIEW: 'text-steel',
  SECOND: 'text-steel',
  ACCEPTED: 'text-success',
  REJECTED: 'text-danger',
  WITHDRAWN: 'text-mute',
}

/** The submitted vouchers, the latest first. */
export function SubmittedVouchers({ transfer }: { transfer: BankTransfer }) {
  const { vouchers, state } = transfer
  return (
    <section aria-labelledby="vouchers" className="panel p-4 md:p-5">
      <h2 id="vouchers" className="text-md md:text-lg">
        已提交的凭证
      </h2>
      {state === 'REVIEW' && <Waiting transfer={transfer} />}
      <ol className="mt-2 divide-y divide-line-soft">
        {vouchers.map((voucher) => (
          <li key={voucher.id} className="py-3 last:pb-0">
            <One voucher={voucher} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Waiting({ transfer: { paymentId } }: { transfer: BankTransfer }) {
  const withdraw = useApiMutation(() => transferApi.withdrawVoucher({ paymentId }), {
    invalidates: invalidatedByTransfer,
    onSuccess: () => showNotice('付款凭证已撤回，可重新提交'),
  })
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-steel-tint px-3.5 py-2.5">
      <p className="text-sm">财务正在核对银行到账，审核结果会发送到“我的消息”，审核期间订单不会被自动取消。</p>
      <div className="flex flex-wrap gap-3">
        <Button look="line" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          撤回凭证
        </Button>
        <ButtonLink to="/service_contact" look="line" size="sm">
          联系客服
        </ButtonLink>
      </div>
    </div>
  )
}

function One({ voucher: { no, state, label, fileIds, remark, submittedAt, submittedBy, opinion } }: { voucher: Voucher }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          第 <span className="num">{no}</span> 次提交 · <span className={colours[state]}>{label}</span>
        </p>
        <p className="text-xs text-mute">
          {submittedBy} <span className="num">{formatShanghaiTimeToSecond(submittedAt)}</span>
        </p>
      </div>
      {opinion !== null && <p className="mt-1 text-sm text-danger">审核意见：{opinion}</p>}
      {remark !== '' && <p className="mt-1 text-sm break-words text-mute">备注：{remark}</p>}
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {fileIds.map((fileId, at) => (
          <Picture key={fileId} fileId={fileId} name={`第 ${no} 次提交的凭证图片 ${at + 1}`} />
        ))}
      </div>
    </>
  )
}

function Picture({ fileId, name }: { fileId: string; name: string }) {
  const picture = useEnterprisePicture(fileId)
  return (
    <div className="aspect-[8/5] overflow-hidden rounded-control border border-line bg-paper">
      {picture.state === 'shown' ? (
        <a href={picture.url} target="_blank" rel="noreferrer">
          <img src={picture.url} alt={name} className="size-full object-contain" />
        </a>
      ) : picture.state === 'failed' ? (
        <button type="button" onClick={picture.again} className="grid size-full place-items-center text-sm text-jade">
          图片未能显示，重试
        </button>
      ) : (
        <div role="status" aria-label="加载中" className="skeleton size-full" />
      )}
    </div>
  )
}
