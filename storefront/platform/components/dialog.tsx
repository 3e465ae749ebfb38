import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { useOnScreenLeave, useRouter } from '#storefront/platform/routing/routing.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ConfirmProps, ModalProps } from './dialog-windows.tsx'
import { useIdleLoad } from './use-idle-load.ts'

/** The windows' code is loaded after the screen, so that the first window opens at once. */
const windows = () => import('./dialog-windows.tsx')

const ModalWindow = lazyPart(() => windows().then((part) => part.ModalWindow))
const ConfirmWindow = lazyPart(() => windows().then((part) => part.ConfirmDialogWindow))

interface OpenedProps<Props> {
  of: ComponentType<Props>
  props: Props
  /** Whether the window changes the search parameters of the URL, and stays open meanwhile. */
  changesSearch?: boolean
}

/**
 * Mounts a window when it first opens. It stays mounted for its closing animation. It is hidden as soon as the address changes. If the same
 * screen is still mounted after the new address has loaded, `onClose` is called, so that its owner's state follows.
 */
function Opened<Props extends { open: boolean; onClose: () => void }>({ of: Window, props, changesSearch = false }: OpenedProps<Props>) {
  const { open, onClose } = props
  const [ever, setEver] = useState(open)
  const [left, setLeft] = useState(false)
  if (open && !ever) setEver(true)
  if (!open && left) setLeft(false)
  const router = useRouter()
  const isShown = useRef(open)
  const stopWaiting = useRef<() => void>(null)
  useEffect(() => {
    isShown.current = open
  })
  useEffect(() => () => stopWaiting.current?.(), [])
  useOnScreenLeave(() => {
    if (!open || changesSearch) return
    setLeft(true)
    stopWaiting.current?.()
    stopWaiting.current = router.onResolved(() => {
      stopWaiting.current?.()
      if (isShown.current) onClose()
    })
  })
  useIdleLoad(windows)
  return (
    ever && (
      <Suspense>
        <Window {...props} open={open && !left} />
      </Suspense>
    )
  )
}

/** A modal window, on phones a sheet from below. Escape and the backdrop close it. */
export const Modal = ({ changesSearch = false, ...props }: ModalProps & { changesSearch?: boolean }) => (
  <Opened of={ModalWindow} props={props} changesSearch={changesSearch} />
)

/** A confirmation before something that cannot be undone. */
export const ConfirmDialog = (props: ConfirmProps) => <Opened of={ConfirmWindow} props={props} />
