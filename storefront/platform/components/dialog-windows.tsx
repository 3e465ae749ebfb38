import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { createRestoredFormArea, RestoredFormAreaContext, RestoredFormNotice } from './restored-draft.tsx'

const BACKDROP = 'fixed inset-0 z-50 bg-ink/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'
const SHEET =
  'fixed inset-x-0 bottom-0 z-50 max-h-[88dvh] overflow-y-auto rounded-t-panel bg-white p-5 transition-all data-ending-style:opacity-0 data-starting-style:opacity-0 md:inset-auto md:top-1/2 md:left-1/2 md:w-full md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-panel md:p-6'

export interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  wide?: boolean
}

/** A modal window, on phones a sheet from below. Escape and the backdrop close it. */
export function ModalWindow({ open, onClose, title, children, wide = false }: ModalProps) {
  const [area] = useState(createRestoredFormArea)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup className={`${SHEET} ${wide ? 'md:max-w-2xl' : 'md:max-w-md'}`}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
            <Dialog.Close aria-label="关闭" className="-m-1 rounded-control p-1 text-mute hover:text-ink">
              <X className="size-5" aria-hidden />
            </Dialog.Close>
          </div>
          <RestoredFormAreaContext value={area}>
            <RestoredFormNotice area={area} className="mb-3" />
            {children}
          </RestoredFormAreaContext>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  text: ReactNode
  confirm: string
  onConfirm: () => void
  busy?: boolean
}

/** A confirmation before something that cannot be undone. */
export function ConfirmDialogWindow({ open, onClose, title, text, confirm, onConfirm, busy = false }: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={`${SHEET} md:max-w-sm`}>
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-mute">{text}</AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-3">
            <AlertDialog.Close render={<Button look="line">取消</Button>} />
            <Button busy={busy} onClick={() => open && onConfirm()}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
