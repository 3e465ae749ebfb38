import { App } from 'antd'
import { ERROR_MESSAGE_SECONDS } from '#console/platform/components/use-api-mutation.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** Shows the result of a sensitive change: applied, or waiting for another administrator, and until when. Then it closes the form. */
export function useShowSensitiveChangeResult(done: string, close?: () => void): (asked: SensitiveChangeResult) => void {
  const { message } = App.useApp()
  return ({ takesEffectAt }) => {
    if (takesEffectAt === null) void message.success({ content: done, duration: ERROR_MESSAGE_SECONDS })
    else {
      const content = `已提交：另一位管理员同意后生效，无人处理则于 ${formatShanghaiTimeToMinute(takesEffectAt)} 自动生效`
      void message.info({ content, duration: ERROR_MESSAGE_SECONDS })
    }
    close?.()
  }
}
