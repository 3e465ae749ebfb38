import { Download, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Signing } from '#contract/billing/signings/api.ts'
import {
  getLetterRefusalLabel,
  getSigningStateLabel,
  isSignedFileAwaited,
  isSigningOpen,
  type SigningState,
  signingKinds,
} from '#contract/billing/signings/signing-lifecycle.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useCancelSigning, useDownloadSignedFile, useOpenSigningPage } from './signing-api.ts'

const looks: Record<SigningState, string> = {
  DRAFT: 'bg-steel-tint text-steel',
  WAIT_BUYER: 'bg-copper-tint text-copper-dark',
  WAIT_SELLER: 'bg-steel-tint text-steel',
  SIGNED: 'bg-success-tint text-success',
  REFUSED: 'bg-danger-tint text-danger',
  EXPIRED: 'bg-line-soft text-mute',
  CANCELLED: 'bg-line-soft text-mute',
  VOID: 'bg-line-soft text-mute',
}

/** What the state means for the reader, and what comes next. */
function describeState(signing: Signing): string {
  const { kind, state, reason, expiresAt, buyerSignedAt } = signing
  const until = `请在 ${formatShanghaiTimeToMinute(expiresAt)} 前签完`
  const because = reason === '' ? '' : `：${reason}`
  const areBothThere = isSignedFileAwaited(signing)
  const restart = kind === 'PURCHASE' ? '可以重新发起' : '请联系商城财务重新发起'
  const texts: Record<SigningState, string> = {
    DRAFT: reason === '' ? '正在送往签章服务，请稍候' : reason,
    WAIT_BUYER: areBothThere ? reason : until,
    WAIT_SELLER: buyerSignedAt === null ? '由对方先签署，之后请我方签署' : areBothThere ? reason : '我方已签署，等待对方签署',
    SIGNED: '双方已签署，文件带数字签名，可用 PDF 阅读器核验',
    REFUSED: `${getLetterRefusalLabel(signing) ?? '有一方拒绝签署'}${because}`,
    EXPIRED: `没有在期限内签完，${restart}`,
    CANCELLED: `签署已撤销${because}`,
    VOID: `这份签署已失效${because}`,
  }
  return texts[state]
}

/** The earlier versions of documents that were signed: void, but their files remain. */
export function FormerSignings({ signings }: { signings: readonly Signing[] }) {
  if (signings.length === 0) return null
  return (
    <ul className="flex flex-col gap-3 border-t border-line-soft pt-3" aria-label="此前签署的版本">
      {signings.map((signing) => (
        <li key={signing.id}>
          <SigningLine signing={signing} />
        </li>
      ))}
    </ul>
  )
}

/** 电子签章 of a document: its state, and what the reader can do. */
export function SigningLine({ signing }: { signing: Signing }) {
  const { id, kind, state, version, fileHash, buyerSignedAt } = signing
  const { reason: denied } = usePermission(signingKinds[kind].signs, 'own')
  const link = useOpenSigningPage(id)
  const file = useDownloadSignedFile(id)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 basis-full text-sm sm:flex-1 sm:basis-0" role="status">
        <span className={`rounded-[3px] px-1.5 text-xs ${looks[isSignedFileAwaited(signing) ? 'WAIT_SELLER' : state]}`}>
          {getSigningStateLabel(signing, 'buyer')}
        </span>
        {version > 1 && <span className="ml-2 text-mute">第 {version} 版</span>}
        <span className="ml-2 text-mute">{describeState(signing)}</span>
        {fileHash !== null && (
          <span className="mt-1 block text-xs break-all text-mute">
            已签署文件校验码 <span className="num">{fileHash}</span>
          </span>
        )}
      </p>
      <span className="flex flex-wrap gap-2">
        {state === 'WAIT_BUYER' && buyerSignedAt === null && (
          <Button size="sm" busy={link.isPending} blocked={denied} onClick={() => link.mutate(undefined)}>
            <PenLine className="size-4" aria-hidden />
            去签署
          </Button>
        )}
        {fileHash !== null && (
          <Button look="line" size="sm" busy={file.isPending} onClick={() => file.mutate(undefined)}>
            <Download className="size-4" aria-hidden />
            下载已签署文件
          </Button>
        )}
        {kind === 'PURCHASE' && isSigningOpen(state) && denied === undefined && <CancelButton id={id} />}
      </span>
    </div>
  )
}

const CANCEL_REASON = '买方撤销'

function CancelButton({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const cancel = useCancelSigning(id)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="line" size="sm" onClick={() => setOpen(true)}>
        撤销签署
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="撤销这份签署？"
        text="双方都不能再签这一份；需要时可以重新发起。合同本身不受影响。"
        confirm="撤销签署"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(CANCEL_REASON, { onSettled: close })}
      />
    </>
  )
}
