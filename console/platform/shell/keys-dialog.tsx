import { ReadOnlyDialog } from '#console/platform/components/forms/dialog.tsx'
import { FactList } from '#console/platform/components/panel.tsx'

const keys = [
  ['/', '查找任何单号、企业、人或商品'],
  ['J', '列表的下一行'],
  ['K', '列表的上一行'],
  ['Enter', '打开选中的一行，或唯一完全相符的查找结果'],
  ['Esc', '关闭查找或窗口'],
  ['?', '显示本说明'],
] as const

interface Props {
  /** The letters of the screen below. */
  letters: readonly (readonly [letter: string, action: string])[]
  open: boolean
  close: () => void
}

/** 快捷键: what keys do on every screen, and the letters of this one. */
export function ShortcutKeysDialog({ letters, open, close }: Props) {
  return (
    <ReadOnlyDialog title="快捷键" open={open} close={close} width={420}>
      <FactList facts={[...letters, ...keys]} />
      <p className="mute">关闭或恢复快捷键：我的账号</p>
    </ReadOnlyDialog>
  )
}
