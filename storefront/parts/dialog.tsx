import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { ConfirmProps, ModalProps } from './window.tsx'

/** What windows stand on comes once the screen behind them is there, so that the first one opens at once. */
const windows = () => import('./window.tsx')
const IDLE_MS = 2_000

const ModalWindow = lazy(() => windows().then((part) => ({ default: part.ModalWindow })))
const ConfirmWindow = lazy(() => windows().then((part) => ({ default: part.ConfirmWindow })))

/** Shows a window from its first opening on; it stays for its way out. */
function Opened<Props extends { open: boolean }>({ of: Window, props }: { of: ComponentType<Props>; props: Props }) {
  const [ever, setEver] = useState(props.open)
  if (props.open && !ever) setEver(true)
  useEffect(() => {
    const soon = setTimeout(() => void windows().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(soon)
  }, [])
  return (
    ever && (
      <Suspense>
        <Window {...props} />
      </Suspense>
    )
  )
}

/** A window over the page; a sheet from below on phones. Escape and the backdrop close it. */
export const Modal = (props: ModalProps) => <Opened of={ModalWindow} props={props} />

/** Asks before something that cannot be taken back. */
export const Confirm = (props: ConfirmProps) => <Opened of={ConfirmWindow} props={props} />
