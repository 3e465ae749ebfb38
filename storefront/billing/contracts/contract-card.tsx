import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { collectionLetterKinds } from '#contract/billing/collections/letters.ts'
import { type ContractRow, contractKinds } from '#contract/billing/contracts/api.ts'
import type { Signing } from '#contract/billing/signings/api.ts'
import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { SigningLine } from '#storefront/billing/signings/signing-line.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { useDownloadCollectionLetter, useDownloadCreditAgreement, useDownloadOrderContract } from './contract-api.ts'

type Purchase = Extract<ContractRow, { kind: 'purchase' }>
type Credit = Extract<ContractRow, { kind: 'credit' }>
type Letter = Extract<ContractRow, { kind: 'letter' }>

/** One contract: its subject, its hash, the download, and its electronic signing if there is one. */
export function ContractCard({ contract, signing }: { contract: ContractRow; signing?: Signing | undefined }) {
  if (contract.kind === 'purchase') return <PurchaseCard contract={contract} signing={signing} />
  return contract.kind === 'credit' ? <CreditCard contract={contract} signing={signing} /> : <LetterCard contract={contract} />
}

interface Signable {
  signing: Signing | undefined
}

function Frame({
  contract: { kind, at, hash },
  about,
  take,
  sum,
  signing,
  children,
}: {
  contract: ContractRow
  about: string
  take: ReactNode
  /** The amount of the contract, if it has one. */
  sum?: Fen
  signing?: Signing | undefined
  children: ReactNode
}) {
  return (
    <article className="panel p-4 md:p-5" aria-label={`${contractKinds[kind].label} ${about}`}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium">{contractKinds[kind].label}</span>
            <span className="num text-sm text-mute">{formatShanghaiTimeToSecond(at)}</span>
          </p>
          {children}
          {hash !== null && (
            <p className="mt-1 text-xs break-all text-mute">
              校验码 <span className="num">{hash}</span>
            </p>
          )}
        </div>
        <div className="flex shrink-0 flex-col items-end gap-2">
          {sum !== undefined && <strong className="num text-md">{formatMoney(sum)}</strong>}
          {take}
        </div>
      </div>
      {signing && (
        <div className="mt-3 border-t border-line-soft pt-3">
          <SigningLine signing={signing} />
        </div>
      )}
    </article>
  )
}

const Take = ({ busy, label, onPress }: { busy: boolean; label: string; onPress: () => void }) => (
  <Button look="line" size="sm" busy={busy} onClick={onPress} aria-label={`下载 PDF：${label}`}>
    <Download className="size-4" aria-hidden />
    下载 PDF
  </Button>
)

function PurchaseCard({ contract, signing }: { contract: Purchase } & Signable) {
  const { orderNo, firstGoods, goodsKinds, amount, state } = contract
  const file = useDownloadOrderContract(orderNo)
  const take = <Take busy={file.isPending} label={`购销合同 ${orderNo}`} onPress={() => file.mutate(undefined)} />
  return (
    <Frame contract={contract} about={orderNo} take={take} sum={amount} signing={signing}>
      <p className="mt-1 break-words">{formatGoodsNames(firstGoods, goodsKinds)}</p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-mute">
        <span>
          订单 <OrderLinkIfPermitted orderNo={orderNo} />
        </span>
        <span>{orderLifecycle.states[state].label}</span>
      </p>
    </Frame>
  )
}

function CreditCard({ contract, signing }: { contract: Credit } & Signable) {
  const { id, version, by, ip, kept } = contract
  const file = useDownloadCreditAgreement(id)
  const take = kept ? (
    <Take busy={file.isPending} label={`赊销协议 ${version}`} onPress={() => file.mutate(undefined)} />
  ) : (
    <ButtonLink to="/article_detail_new" search={{ categoryId: '4' }} look="line" size="sm">
      查看现行协议
    </ButtonLink>
  )
  return (
    <Frame contract={contract} about={version} take={take} signing={signing}>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute">
        <span>
          版本 <span className="num text-ink">{version}</span>
        </span>
        <span>
          同意人 <span className="text-ink">{by}</span>
        </span>
        <span>
          IP <span className="num text-ink">{ip ?? '—'}</span>
        </span>
      </p>
    </Frame>
  )
}

function LetterCard({ contract }: { contract: Letter }) {
  const { id, letterKind, letterNo, amount, replyDay } = contract
  const file = useDownloadCollectionLetter(id)
  const { label } = collectionLetterKinds[letterKind]
  const take = <Take busy={file.isPending} label={`${label} ${letterNo}`} onPress={() => file.mutate(undefined)} />
  return (
    <Frame contract={contract} about={letterNo} take={take} sum={amount}>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute">
        <span>
          {label} <span className="num text-ink">{letterNo}</span>
        </span>
        <span>
          请于 <span className="num text-ink">{replyDay}</span> 前还款
        </span>
      </p>
    </Frame>
  )
}
