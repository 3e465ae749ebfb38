import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useOnLeave } from '#ui/on-leave.ts'
import { overlayContainer, RestoreFocus } from './overlays.ts'

interface Question {
  title: string
  /** What will happen. */
  content: ReactNode
  okText: string
  /** What staying is called where Enter stays; by default it is 取消, and Enter goes ahead. */
  stay?: string
  grave?: boolean
  /** Done while the question stays open and blocked; a refusal has been shown by the call itself and closes it. */
  run: () => Promise<unknown>
}

/**
 * Asks before something is done that others will notice. antd keeps the question at the root of the application, so it is closed here with the
 * screen that asked it; one that is still sliding away then does nothing any more.
 */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  const open = useRef(new Set<() => void>())
  const closeAll = useCallback(() => {
    for (const close of open.current) close()
  }, [])
  useOnLeave(closeAll)
  useEffect(() => closeAll, [closeAll])
  return ({ title, content, okText, stay, grave = false, run }) => {
    let isOver = false
    const question = modal.confirm({
      title,
      content: (
        <>
          {content}
          <RestoreFocus />
        </>
      ),
      okText,
      cancelText: stay ?? '取消',
      getContainer: overlayContainer,
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
