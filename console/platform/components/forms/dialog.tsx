import { Drawer, type DrawerProps, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useOnScreenLeave } from '#console/platform/components/use-on-screen-leave.ts'
import { getOverlayContainer, RestoreFocusOnOverlayClose } from './overlays.ts'

interface WindowProps {
  title: ReactNode
  open: boolean
  close: () => void
  width: number
  children: ReactNode
}

/** A window over the screen, for reading. It closes when the screen changes. */
export function ReadOnlyDialog({ title, open, close, width, children }: WindowProps) {
  useOnScreenLeave(() => open && close())
  return (
    <Modal title={title} open={open} onCancel={close} footer={null} width={width} getContainer={getOverlayContainer}>
      {children}
    </Modal>
  )
}

interface SheetProps extends Pick<DrawerProps, 'placement' | 'className' | 'closable' | 'footer' | 'mask' | 'aria-label'> {
  title?: ReactNode
  open: boolean
  close: () => void
  /** Called in place of closing at once, if closing would lose something. */
  leave?: () => void
  size: number
  /** Its content stays mounted while it is closed. */
  keep?: boolean
  children: ReactNode
}

/** A drawer at the side of the screen. It closes when the screen changes, whatever it contains. */
export function SideDrawer({ open, close, leave = close, keep = false, children, ...look }: SheetProps) {
  useOnScreenLeave(() => open && close())
  return (
    <Drawer {...look} open={open} onClose={leave} destroyOnHidden={!keep} getContainer={getOverlayContainer}>
      {children}
      <RestoreFocusOnOverlayClose />
    </Drawer>
  )
}
