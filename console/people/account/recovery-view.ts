import type { TagTone } from '#console/platform/components/tag.tsx'

/** With this number of codes or fewer, the person is asked to create new ones. */
const FEW = 3

interface Left {
  label: string
  tone: TagTone
  warning?: string
}

/** Describes how many codes are left. */
export function toRecoveryCodesLeftStatus(left: number): Left {
  const label = `剩 ${left} 个`
  if (left === 0) return { label, tone: 'bad', warning: '没有可用的恢复码：手机丢失时只能由另一位管理员重置。请重新生成并保存。' }
  if (left <= FEW) return { label, tone: 'wait', warning: '恢复码快用完了，请重新生成并保存。' }
  return { label, tone: 'good' }
}
