import { App } from 'antd'
import type { ReactNode } from 'react'
import { overlays } from './overlays.ts'

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

/** Asks before something is done that others will notice. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  return ({ title, content, okText, stay, grave = false, run }) =>
    void modal.confirm({
      ...{ title, content, okText, cancelText: stay ?? '取消', getContainer: overlays, centered: true },
      autoFocusButton: stay === undefined ? 'ok' : 'cancel',
      okButtonProps: { danger: grave },
      onOk: () => run().catch(() => undefined),
    })
}
