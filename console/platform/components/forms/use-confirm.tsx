import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useOnScreenLeave } from '#console/platform/components/use-on-screen-leave.ts'
import { getOverlayContainer, RestoreFocusOnOverlayClose } from './overlays.ts'

interface Question {
  title: string
  /** What will happen. */
  content: ReactNode
  okText: string
  /** The label for cancelling, if Enter should cancel. By default it is 取消, and Enter confirms. */
  stay?: string
  grave?: boolean
  /** Runs while the confirmation stays open and blocked. A refusal, which the call itself shows, closes it. */
  run: () => Promise<unknown>
}

/**
 * Asks for a confirmation before an action that others will notice. antd keeps the confirmation at the root of the application, so it is
 * closed here when its screen closes. During its closing animation it does nothing.
 */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  const open = useRef(new Set<() => void>())
  const closeAll = useCallback(() => {
    for (const close of open.current) close()
  }, [])
  useOnScreenLeave(closeAll)
  useEffect(() => closeAll, [closeAll])
  return ({ title, content, okText, stay, grave = false, run }) => {
    let isOver = false
    const question = modal.confirm({
      title,
      content: (
        <>
          {content}
          <RestoreFocusOnOverlayClose />
        </>
      ),
      okText,
      cancelText: stay ?? '取消',
      getContainer: getOverlayContainer,
      centered: true,
      autoFocusButton: stay === undefined ? 'ok' : 'cancel',
      okButtonProps: { danger: grave },
      onOk: () => (isOver ? undefined : run().catch(() => undefined)),
      afterClose: () => open.current.delete(close),
    })
    const close = () => {
      isOver = true
      question.destroy()
    }
    open.current.add(close)
  }
}
