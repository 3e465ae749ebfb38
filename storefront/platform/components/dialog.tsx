import { useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useOnLeave } from '#ui/on-leave.ts'
import type { ConfirmProps, ModalProps } from './dialog-windows.tsx'

/** What windows stand on comes once the screen behind them is there, so that the first one opens at once. */
const windows = () => import('./dialog-windows.tsx')
const IDLE_MS = 2_000

const ModalWindow = lazy(() => windows().then((part) => ({ default: part.ModalWindow })))
const ConfirmWindow = lazy(() => windows().then((part) => ({ default: part.ConfirmWindow })))

interface OpenedProps<Props> {
  of: ComponentType<Props>
  props: Props
  /** What is done in it changes what stands behind the path of the address; it stays meanwhile. */
  changesSearch?: boolean
}

/**
 * Shows a window from its first opening on; it stays for its way out. Hidden as soon as the address changes. If the same screen is still mounted
 * once the new address has loaded, `onClose` is called, so that its owner's state follows.
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
  useOnLeave(() => {
    if (!open || changesSearch) return
    setLeft(true)
    stopWaiting.current?.()
    stopWaiting.current = router.subscribe('onResolved', () => {
      stopWaiting.current?.()
      if (isShown.current) onClose()
    })
  })
  useEffect(() => {
    const soon = setTimeout(() => void windows().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(soon)
  }, [])
  return (
    ever && (
      <Suspense>
        <Window {...props} open={open && !left} />
      </Suspense>
    )
  )
}

/** A window over the page; a sheet from below on phones. Escape and the backdrop close it. */
export const Modal = ({ changesSearch = false, ...props }: ModalProps & { changesSearch?: boolean }) => (
  <Opened of={ModalWindow} props={props} changesSearch={changesSearch} />
)

/** Asks before something that cannot be taken back. */
export const Confirm = (props: ConfirmProps) => <Opened of={ConfirmWindow} props={props} />
