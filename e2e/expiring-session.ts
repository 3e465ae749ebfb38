import type { Page } from 'playwright-core'
import { unreadMessageCountEndpoints } from '#contract/people/messaging/unread-api.ts'
import { SUCCESS_CODE } from '#contract/platform/core/envelope.ts'
import { MAIN } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi } from './people.ts'
import { openPage, type TestMall } from './test-mall.ts'

/** The text of the login screen about why it is shown and what will continue afterwards. */
export const locateLoginNotice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '登录' })

/**
 * Answers what the header asks once a minute by itself, so that only what a person does finds out that the session has ended, however slow
 * the machine is.
 */
const answerHeaderPolls = (page: Page) =>
  page.route(`**${unreadMessageCountEndpoints.countNotRead.path}`, (route) =>
    route.fulfill({ json: { code: SUCCESS_CODE, msg: '', success: true, data: { count: 0 } } }),
  )

/**
 * A person with an open form. `end` ends his session on the server. The screen is complete by then: a request that is still pending would be
 * refused, and the login would be asked for by it. `polls`: the header's own requests reach the server as well.
 */
export async function openFormWithExpiringSession(
  mall: TestMall,
  path: string,
  { polls = false, ...options }: Pick<Parameters<typeof openPage>[1] & object, 'size' | 'prepare'> & { polls?: boolean } = {},
) {
  const token = await logInBuyerByApi(mall, MAIN)
  const prepare = async (page: Page) => {
    if (!polls) await answerHeaderPolls(page)
    await options.prepare?.(page)
  }
  const visited = await openPage(mall, { ...options, path, token, prepare })
  const end = async () => {
    await createScreenInspector(visited).settle()
    await createTypedApiClients(mall, await visited.token()).security.logOut({})
  }
  return { visited, page: visited.page, end }
}
