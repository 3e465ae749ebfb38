import type { Page } from 'playwright-core'
import { MAIN } from '#tools/demo/people.ts'
import { inspect } from './inspect.ts'
import { buyerToken, createApi } from './people.ts'
import { openPage, type TestMall } from './test-mall.ts'

/** The text of the login screen about why it is shown and what will continue afterwards. */
export const loginNotice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '登录' })

/**
 * A person with an open form. `end` ends his session on the server. The screen is complete by then: a request that is still pending would be
 * refused, and the login would be asked for by it.
 */
export async function openExpiringSession(
  mall: TestMall,
  path: string,
  options: Pick<Parameters<typeof openPage>[1] & object, 'size' | 'prepare'> = {},
) {
  const token = await buyerToken(mall, MAIN)
  const visited = await openPage(mall, { ...options, path, token })
  const end = async () => {
    await inspect(visited).settle()
    await createApi(mall, await visited.token()).security.logOut({})
  }
  return { visited, page: visited.page, end }
}
