import type { punchOutSetupEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD } from './mall.ts'
import { createTestUser, type TestUser } from './test-user.ts'

type Setup = Partial<Omit<InputOf<typeof punchOutSetupEndpoints.save>, 'payPwd'>>

export const PROCUREMENT_HOST = 'erp.pengyan.example'
export const HOOK_URL = `https://${PROCUREMENT_HOST}/oci/inbound?session=7`

const decodeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** The fields of the form on a page, and where it goes. */
export function readForm(html: string): { action: string; fields: Record<string, string> } {
  const fields = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    decodeHtml(name),
    decodeHtml(value),
  ])
  return { action: decodeHtml(/ action="([^"]*)"/.exec(html)?.[1] ?? ''), fields: Object.fromEntries(fields) }
}

/** A company with a sub-account that its procurement system acts as, and the system itself. */
export async function connectProcurementSystem(mall: Mall, owner: Buyer, setup: Setup = {}) {
  const { http } = mall.app
  const clerk = await mall.subAccount(owner, ['lookGoods', 'addCart', 'editCart', 'buyPay', 'lookOrder'], '采购专员')
  const given = {
    protocol: 'OCI' as const,
    fromDomain: '',
    fromIdentity: '',
    senderDomain: '',
    senderIdentity: '',
    subAccountId: (await owner.api.subUser.list({})).at(-1)?.id ?? '',
    returnHosts: [PROCUREMENT_HOST],
    onCredit: false,
    addressId: owner.addressId,
    projectId: null,
    costCentre: 'CC-610',
    vendorNumber: '527123',
    materialGroup: '02',
    ...setup,
  }
  const saves = (changed: Setup = {}) => owner.api.punchOutSetup.save({ ...given, ...changed, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const { userName, secret } = await saves()
  const login = {
    USERNAME: userName,
    PASSWORD: secret ?? '',
    HOOK_URL,
    '~OkCode': 'ADDI',
    '~TARGET': '_top',
    '~CALLER': 'CTLG',
    OCI_VERSION: '4.0',
  }
  /** Calls the catalogue as SAP does: a form, or the query of an address. */
  const calls = async (fields: Record<string, string> = {}, method: 'GET' | 'POST' = 'POST', remoteAddress = '127.0.0.1') => {
    const form = new URLSearchParams({ ...login, ...fields }).toString()
    const answer = await http.inject(
      method === 'GET'
        ? { method, url: `/api/punch-out/oci?${form}`, remoteAddress }
        : {
            method,
            url: '/api/punch-out/oci',
            payload: form,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            remoteAddress,
          },
    )
    const { location = '', 'content-security-policy': policy = '' } = answer.headers as Record<string, string>
    return { status: answer.statusCode, body: answer.body, policy, code: location.split('code=')[1] ?? '' }
  }
  /** Opens a visit with the code of a start page. */
  const enters = async (code: string): Promise<TestUser & { startPath: string }> => {
    const { token, startPath } = await mall.guest().api.punchOutEntry.enter({ code })
    return Object.assign(createTestUser(http, token), { startPath })
  }
  /** Opens the page that sends a cart back. */
  const opens = async (returnPath: string) => {
    const { statusCode, body, headers } = await http.inject({ url: returnPath })
    const policy = String(headers['content-security-policy'])
    return { status: statusCode, policy, referrer: headers['referrer-policy'], ...readForm(body) }
  }
  return { clerk, given, login, saves, calls, enters, opens, secret: secret ?? '', userName }
}
