import { App } from 'antd'
import { ERROR_MESSAGE_SECONDS } from '#console/platform/components/use-api-mutation.ts'
import { CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN } from '#contract/money/credit/limits.ts'
import { formatMoney } from '#contract/platform/core/money.ts'

/** Returns what shows whether a limit that was set is in force, or waits for a second person, and closes its form. */
export function useLimitChangeNotice(inForce: string, close: () => void): (named: { done: boolean }) => void {
  const { message } = App.useApp()
  const waits = `已提交：超过 ${formatMoney(CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN)}，须由另一人在“额度确认”中同意后生效`
  return ({ done }) => {
    if (done) void message.success({ content: inForce, duration: ERROR_MESSAGE_SECONDS })
    else void message.info({ content: waits, duration: ERROR_MESSAGE_SECONDS })
    close()
  }
}
