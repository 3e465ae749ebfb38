import { Drawer, type DrawerProps, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useOnLeave } from '#ui/on-leave.ts'
import { overlayContainer, RestoreFocus } from './overlays.ts'

interface WindowProps {
  title: ReactNode
  open: boolean
  close: () => void
  width: number
  children: ReactNode
}

/** Something to be read over the screen. It closes with the screen. */
export function Dialog({ title, open, close, width, children }: WindowProps) {
  useOnLeave(() => open && close())
  return (
    <Modal title={title} open={open} onCancel={close} footer={null} width={width} getContainer={overlayContainer}>
      {children}
    </Modal>
  )
}

interface SheetProps extends Pick<DrawerProps, 'placement' | 'className' | 'closable' | 'footer' | 'mask' | 'aria-label'> {
  title?: ReactNode
  open: boolean
  close: () => void
  /** Asked instead of closing at once, where closing would lose something. */
  leave?: () => void
  size: number
  /** What stands in it is kept while it is shut. */
  keep?: boolean
  children: ReactNode
}

/** Something at the side of the screen. It closes with the screen, whatever stands in it. */
export function SideDrawer({ open, close, leave = close, keep = false, children, ...look }: SheetProps) {
  useOnLeave(() => open && close())
  return (
    <Drawer {...look} open={open} onClose={leave} destroyOnHidden={!keep} getContainer={overlayContainer}>
      {children}
      <RestoreFocus />
    </Drawer>
  )
}
