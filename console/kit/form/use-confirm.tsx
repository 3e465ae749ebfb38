import { App } from 'antd'
import { overlays } from './form-drawer.tsx'

interface Question {
  title: string
  /** What will happen. */
  content: string
  okText: string
  grave?: boolean
  /** Done while the question stays open and blocked; a refusal has been shown by the call itself and closes it. */
  run: () => Promise<unknown>
}

/** Asks before something is done that others will notice. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  return ({ title, content, okText, grave = false, run }) =>
    void modal.confirm({
      ...{ title, content, okText, cancelText: '取消', getContainer: overlays, centered: true },
      okButtonProps: { danger: grave },
      onOk: () => run().catch(() => undefined),
    })
}
